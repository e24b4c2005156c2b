import { ApiPropertyOptional } from '@nestjs/swagger';
import { IfPresent, IsPlainText } from '../validation/index.js';

/** Why something is taken away: for requests that have no body. */
export class ReasonQuery {
  @ApiPropertyOptional({ type: 'string', minLength: 1, maxLength: 500, description: 'for the audit log' })
  @IfPresent()
  @IsPlainText({ min: 1, max: 500 })
  reason?: string;
}
