import { ApiProperty } from '@nestjs/swagger';
import type { OwnSession } from './session.store.js';

export class OwnSessionResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'boolean', description: 'the session that asks' })
  isCurrent: boolean;

  @ApiProperty({ type: 'string', nullable: true, example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/147.0' })
  userAgent: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: '203.0.113.7' })
  ip: string | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'when its tokens were last renewed' })
  lastUsedAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'unless it is used before' })
  expiresAt: Date;

  static from(session: OwnSession, currentId: string): OwnSessionResponse {
    const { id, userAgent, ip, createdAt, lastUsedAt, expiresAt } = session;
    return { id, isCurrent: id === currentId, userAgent, ip, createdAt, lastUsedAt, expiresAt };
  }
}
