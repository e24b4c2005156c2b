import { ApiProperty } from '@nestjs/swagger';
import type { Project } from './project.store.js';

export class ProjectResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  organizationId: string;

  @ApiProperty({ type: 'string', example: 'Web shop' })
  name: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'jobs that may be enqueued per minute; null: the default of the installation',
  })
  enqueueLimitPerMinute: number | null;

  @ApiProperty({ type: 'integer', description: 'rises with every change; the ETag' })
  version: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  static from(project: Project): ProjectResponse {
    const { id, organizationId, name, enqueueLimitPerMinute, version, createdAt } = project;
    return { id, organizationId, name, enqueueLimitPerMinute, version, createdAt };
  }
}
