import { Injectable, Module } from '@nestjs/common';
import { AuditModule } from '../modules/audit/index.js';
import { QueueResumption } from '../modules/queues/index.js';
import { ScheduleResumption } from '../modules/schedules/index.js';
import { newCallId } from './call-id.js';

@Injectable()
export class Resumption {
  constructor(
    private readonly queues: QueueResumption,
    private readonly schedules: ScheduleResumption,
  ) {}

  async resumeAll(): Promise<{ queues: number; schedules: number }> {
    const callId = newCallId();
    return { queues: await this.queues.resumeAll(callId), schedules: await this.schedules.resumeAll(callId) };
  }
}

@Module({ imports: [AuditModule], providers: [QueueResumption, ScheduleResumption, Resumption] })
export class ResumptionModule {}
