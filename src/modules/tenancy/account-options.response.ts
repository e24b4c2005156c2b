import { ApiProperty } from '@nestjs/swagger';
import { SIGN_UP_MODES } from '../auth/index.js';

/** What a page for signing in may offer. */
export class AccountOptionsResponse {
  @ApiProperty({ enum: SIGN_UP_MODES })
  signUp: string;

  @ApiProperty({ type: 'boolean', description: 'mails with links to set a new password are sent' })
  hasPasswordReset: boolean;

  @ApiProperty({ type: 'boolean', description: 'nobody has an account yet' })
  isSetupOpen: boolean;
}
