import { ApiProperty } from '@nestjs/swagger';
import type { ListedWorker, WorkerState } from './worker.read-model.js';

export class WorkerHostResponse {
  @ApiProperty({ type: 'string' })
  name: string;

  @ApiProperty({ type: 'integer' })
  pid: number;

  @ApiProperty({ type: 'string' })
  version: string;

  @ApiProperty({ type: 'integer', description: 'all jobs that it holds' })
  inFlight: number;

  @ApiProperty({
    type: 'string',
    isArray: true,
    nullable: true,
    description: 'names or ids of the queues it serves; null: all',
  })
  queues: readonly string[] | null;
}

export class WorkerResponse {
  @ApiProperty({ type: 'string', format: 'uuid', description: 'one boot of a worker process' })
  id: string;

  @ApiProperty({ enum: ['live', 'draining', 'stopped', 'dead'] })
  state: WorkerState;

  @ApiProperty({ type: 'integer', description: 'jobs that it can hold at once' })
  capacity: number;

  @ApiProperty({ type: 'integer', description: 'jobs of this project that it holds' })
  inFlight: number;

  @ApiProperty({ type: 'string', format: 'date-time' })
  startedAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time' })
  lastHeartbeatAt: Date;

  @ApiProperty({ type: 'number' })
  heartbeatAgeSeconds: number;

  @ApiProperty({
    type: () => WorkerHostResponse,
    nullable: true,
    description: 'for operators of the installation only',
  })
  host: WorkerHostResponse | null;

  static from(worker: ListedWorker): WorkerResponse {
    return worker;
  }
}
