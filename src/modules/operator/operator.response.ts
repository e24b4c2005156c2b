import { ApiProperty } from '@nestjs/swagger';
import { type AuthConfig, SIGN_UP_MODES } from '../auth/index.js';
import type { QuotasConfig } from '../quotas/index.js';
import type { InstallationProject, InstallationWorker } from './operator.read-model.js';

export class InstallationProjectResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ type: 'string', example: 'Web shop' })
  name: string;

  @ApiProperty({ type: 'string', format: 'uuid' })
  organizationId: string;

  @ApiProperty({ type: 'string', example: 'Example Inc.' })
  organizationName: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: the default of the installation' })
  enqueueLimitPerMinute: number | null;

  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: Date;

  static from(project: InstallationProject): InstallationProjectResponse {
    const { id, name, organizationId, organizationName, enqueueLimitPerMinute, createdAt } = project;
    return { id, name, organizationId, organizationName, enqueueLimitPerMinute, createdAt };
  }
}

export class InstallationWorkerResponse {
  @ApiProperty({ type: 'string', format: 'uuid' })
  id: string;

  @ApiProperty({ enum: ['live', 'draining', 'stopped', 'dead'] })
  state: InstallationWorker['state'];

  @ApiProperty({ type: 'string', example: 'worker-7f9c' })
  host: string;

  @ApiProperty({ type: 'integer' })
  pid: number;

  @ApiProperty({ type: 'string', example: '1.0.0' })
  version: string;

  @ApiProperty({ type: [String], nullable: true, description: 'null: all queues' })
  queues: string[] | null;

  @ApiProperty({ type: [String] })
  handlers: string[];

  @ApiProperty({ type: 'integer' })
  capacity: number;

  @ApiProperty({ type: 'integer', description: 'jobs that it holds, of all tenants' })
  inFlight: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  startedAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time' })
  lastHeartbeatAt: Date;

  @ApiProperty({ type: 'number', example: 1.5 })
  heartbeatAgeSeconds: number;

  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  stoppedAt: Date | null;

  static from(worker: InstallationWorker): InstallationWorkerResponse {
    return { ...worker, queues: worker.queues && [...worker.queues], handlers: [...worker.handlers] };
  }
}

/** How the installation is set up. Changed by its environment, shown here. */
export class InstallationSettingsResponse {
  @ApiProperty({ enum: SIGN_UP_MODES })
  signUp: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'of projects without one of their own; null: none' })
  enqueueLimitPerMinute: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'failed sign-ins per address and account; null: no limit',
  })
  authFailureLimit: number | null;

  @ApiProperty({ type: 'integer' })
  authFailureWindowSeconds: number;

  @ApiProperty({ type: 'boolean', description: 'mails about accounts are sent' })
  hasMailServer: boolean;

  static from(auth: AuthConfig, quotas: QuotasConfig, hasMailServer: boolean): InstallationSettingsResponse {
    return {
      signUp: auth.signUp,
      enqueueLimitPerMinute: quotas.enqueueLimitPerMinute || null,
      authFailureLimit: auth.authFailureLimit || null,
      authFailureWindowSeconds: auth.authFailureWindowSeconds,
      hasMailServer,
    };
  }
}
