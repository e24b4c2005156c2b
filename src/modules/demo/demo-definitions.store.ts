import { Injectable } from '@nestjs/common';
import { nextCronInstant, parseCron } from '../../kernel/cron/index.js';
import { newId } from '../../kernel/ids.js';
import type { Session } from '../../platform/database/index.js';
import { DEMO_QUEUES, type DemoQueueName } from './demo-queues.js';
import type { DemoSchedule } from './demo-schedules.js';

@Injectable()
export class DemoDefinitionsStore {
  /** The id of the project's queue of that name, made if there is none. */
  async queue(session: Session, projectId: string, name: DemoQueueName): Promise<string> {
    const { description, policy, maxAttempts, timeoutMs, maxConcurrency } = DEMO_QUEUES[name];
    const [row] = await session.query<{ id: string }>(
      `INSERT INTO queues (id, project_id, name, description, retry_strategy, retry_base_ms, retry_cap_ms, retry_jitter, max_attempts,
                           timeout_ms, max_concurrency)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (project_id, name) WHERE deleted_at IS NULL DO UPDATE SET name = excluded.name
       RETURNING id`,
      [
        newId(),
        projectId,
        name,
        description,
        policy.strategy,
        policy.baseMs,
        policy.capMs,
        policy.jitter,
        maxAttempts,
        timeoutMs,
        maxConcurrency,
      ],
    );
    return (row as { id: string }).id;
  }

  async schedule(
    session: Session,
    target: { projectId: string; queueId: string; createdBy: string; now: Date },
    schedule: DemoSchedule,
  ): Promise<void> {
    const nextSlotAt = nextCronInstant(parseCron(schedule.cron), schedule.timeZone, target.now);
    await session.execute(
      `INSERT INTO schedules (id, project_id, queue_id, name, kind, cron, time_zone, handler, payload, created_by, next_slot_at)
       VALUES ($1, $2, $3, $4, 'cron', $5, $6, $7, $8, $9, $10)
       ON CONFLICT (project_id, name) WHERE deleted_at IS NULL DO NOTHING`,
      [
        newId(),
        target.projectId,
        target.queueId,
        schedule.name,
        schedule.cron,
        schedule.timeZone,
        schedule.handler,
        JSON.stringify(schedule.payload),
        target.createdBy,
        nextSlotAt,
      ],
    );
  }
}
