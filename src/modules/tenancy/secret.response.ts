import { ApiProperty } from '@nestjs/swagger';
import type { RotatedSigningSecret } from './project-secrets.service.js';
import type { SecretName } from './project-secrets.store.js';

/** A secret as it is listed: its value is never shown. */
export class SecretResponse {
  @ApiProperty({ type: 'string', example: 'crm.token' })
  name: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'when the value was set' })
  createdAt: Date;

  static from({ name, createdAt }: SecretName): SecretResponse {
    return { name, createdAt };
  }
}

export class SigningSecretResponse {
  @ApiProperty({ type: 'string', description: 'shown this once; in the form of Standard Webhooks', example: 'whsec_…' })
  secret: string;

  @ApiProperty({ type: 'integer', description: 'for so long the secret before it signs as well', example: 86_400 })
  overlapSeconds: number;

  static from({ secret, overlapSeconds }: RotatedSigningSecret): SigningSecretResponse {
    return { secret, overlapSeconds };
  }
}
