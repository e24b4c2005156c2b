import { ApiProperty } from '@nestjs/swagger';
import type { AuditRecord } from '../audit/index.js';

export class AuditActorResponse {
  @ApiProperty({ enum: ['user', 'api_key', 'system'] })
  kind: AuditRecord['actorKind'];

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  id: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'name of the user or key, if it still exists; of the command line its user on the machine',
    example: 'Owner',
  })
  name: string | null;
}

export class AuditEntryResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  organizationId: string | null;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'null: of the organization as a whole' })
  projectId: string | null;

  @ApiProperty({ type: () => AuditActorResponse })
  actor: AuditActorResponse;

  @ApiProperty({ type: 'string', example: 'queue.paused' })
  action: string;

  @ApiProperty({ type: 'string', example: 'queue' })
  targetKind: string;

  @ApiProperty({ type: 'string', nullable: true })
  targetId: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'the fields that changed, as they were',
  })
  before: Record<string, unknown> | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'the same fields afterwards',
  })
  after: Record<string, unknown> | null;

  @ApiProperty({ type: 'string', nullable: true })
  reason: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  requestId: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  ip: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  static from({ actorKind, actorId, actorName, ...entry }: AuditRecord): AuditEntryResponse {
    return { ...entry, actor: { kind: actorKind, id: actorId, name: actorName } };
  }
}
