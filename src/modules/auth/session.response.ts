import { ApiProperty } from '@nestjs/swagger';
import type { SignedIn } from './session-issuer.js';

export class SessionResponse {
  @ApiProperty({ type: 'string', description: 'send it as Authorization: Bearer …' })
  accessToken: string;

  @ApiProperty({ type: 'string', enum: ['Bearer'] })
  tokenType: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'life of the access token in seconds', example: 900 })
  expiresInSeconds: number;

  @ApiProperty({ type: 'string', description: 'good for one refresh; keep it where no script of a page can read it' })
  refreshToken: string;

  @ApiProperty({
    type: 'integer',
    description: 'life of the refresh token in seconds, unless it is used',
    example: 604_800,
  })
  refreshExpiresInSeconds: number;

  static from(signedIn: SignedIn): SessionResponse {
    return {
      accessToken: signedIn.access.token,
      tokenType: 'Bearer',
      expiresInSeconds: signedIn.access.expiresInSeconds,
      refreshToken: signedIn.refreshToken,
      refreshExpiresInSeconds: signedIn.refreshExpiresInSeconds,
    };
  }
}
