import { ApiProperty } from '@nestjs/swagger';
import { type ApiKey, type CreatedApiKey, KEY_SCOPES, KEY_SCOPES_MEANING, type KeyScope } from '../auth/index.js';

export class ApiKeyResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'Order service' })
  name: string;

  @ApiProperty({ type: 'string', description: 'the key begins with rota_<prefix>_', example: '1f9c03ab' })
  prefix: string;

  @ApiProperty({ enum: KEY_SCOPES, isArray: true, description: KEY_SCOPES_MEANING })
  scopes: KeyScope[];

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'the user who made it' })
  createdBy: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  expiresAt: Date | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'at most a minute behind' })
  lastUsedAt: Date | null;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  revokedAt: Date | null;

  static from({
    id,
    name,
    prefix,
    scopes,
    createdBy,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
  }: ApiKey): ApiKeyResponse {
    return { id, name, prefix, scopes, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt };
  }
}

export class CreatedApiKeyResponse extends ApiKeyResponse {
  @ApiProperty({ type: 'string', description: 'the key itself, shown this once', example: 'rota_1f9c03ab_…' })
  token: string;

  static fromCreated({ key, token }: CreatedApiKey): CreatedApiKeyResponse {
    return Object.assign(new CreatedApiKeyResponse(), ApiKeyResponse.from(key), { token });
  }
}
