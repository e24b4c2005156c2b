import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { parseInstant } from '../../kernel/instants.js';
import { IsInstant, IsPlainText } from '../../platform/validation/index.js';
import { type ApiKeyRequest, KEY_SCOPES, KEY_SCOPES_MEANING, type KeyScope } from '../auth/index.js';

export class CreateApiKeyRequest {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200, example: 'Order service' })
  @IsPlainText({ min: 1, max: 200 })
  name: string;

  @ApiProperty({
    enum: KEY_SCOPES,
    isArray: true,
    description: KEY_SCOPES_MEANING,
    example: ['enqueue', 'read'],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(KEY_SCOPES.length)
  @ArrayUnique()
  @IsIn(KEY_SCOPES, { each: true })
  scopes: KeyScope[];

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'default: it does not expire',
  })
  @IsOptional()
  @IsInstant()
  expiresAt?: string | null;

  static read(body: CreateApiKeyRequest): ApiKeyRequest {
    return { name: body.name, scopes: body.scopes, expiresAt: parseInstant(body.expiresAt) ?? null };
  }
}
