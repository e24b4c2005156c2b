import { Injectable } from '@nestjs/common';
import type { FieldFault } from '../../kernel/errors.js';
import { refusalOf } from '../../platform/http/index.js';
import { HandlerRegistry } from '../handlers/index.js';
import { MAX_PAYLOAD_BYTES } from '../jobs/index.js';
import { QueueDirectory, type QueueSettings } from '../queues/index.js';
import type { Schedule, ScheduleTiming } from './schedule.js';
import type { ScheduleEdit } from './schedule.store.js';
import { changesTiming, checkTiming } from './timing-check.js';
import type { UpdateScheduleRequest } from './update-schedule.request.js';

/** The template fields that go into the row as they are. */
const PLAIN_FIELDS = [
  'name',
  'priority',
  'maxAttempts',
  'timeoutMs',
  'labels',
  'missedPolicy',
  'missedCap',
  'overlapPolicy',
  'jitterMs',
] as const;

export type NamedQueue = QueueSettings | 'unnamed' | 'unknown';

/** Holds a definition against everything that its fields alone do not say: pattern, zone, queue, handler, payload. */
@Injectable()
export class ScheduleCheck {
  constructor(
    private readonly handlers: HandlerRegistry,
    private readonly queues: QueueDirectory,
  ) {}

  /** The queue that a request names. Looked up before a transaction is opened: it has a connection of its own. */
  async queueOf(projectId: string, request: UpdateScheduleRequest): Promise<NamedQueue> {
    return request.queue === undefined ? 'unnamed' : ((await this.queues.find(projectId, request.queue)) ?? 'unknown');
  }

  /**
   * What a request sets: of a new schedule, or in `present`. A new timing counts from now (the database's clock), never for a slot
   * that has passed; the present one, said again, leaves a slot that is due as it is. Throws `invalid` with every fault.
   */
  edit(request: UpdateScheduleRequest, queue: NamedQueue, present: Schedule | undefined, now: Date): ScheduleEdit {
    const faults: FieldFault[] = [];
    const edits: ScheduleEdit[] = [Object.fromEntries(PLAIN_FIELDS.map((field) => [field, request[field]]))];
    if (present === undefined || changesTiming(request)) {
      const check = checkTiming(request, present, now);
      if ('faults' in check) faults.push(...check.faults);
      else if (!isSameTiming(check.timing, present)) edits.push(timingEdit(check.timing, check.nextSlotAt));
    }
    if (queue === 'unknown') {
      faults.push({ pointer: '/queue', code: 'QUEUE_UNKNOWN', detail: 'there is no such queue in this project' });
    } else if (queue !== 'unnamed') edits.push({ queueId: queue.id });
    if (request.handler !== undefined || request.payload !== undefined) {
      const { handler = present?.handler ?? '', payload = present?.payload } = request;
      faults.push(...this.payloadFaults(handler, payload));
      edits.push({ handler, payload });
    }
    if (faults.length > 0) throw refusalOf(faults);
    return Object.assign({}, ...edits) as ScheduleEdit;
  }

  /** The faults of a payload for its handler. */
  payloadFaults(handler: string, payload: unknown): FieldFault[] {
    const check = this.handlers.validate(handler, payload);
    const faults: FieldFault[] = check.ok ? [] : [...check.errors];
    if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES) {
      const detail = `the payload must have at most ${MAX_PAYLOAD_BYTES} bytes of compact JSON`;
      faults.push({ pointer: '/payload', code: 'PAYLOAD_TOO_LARGE', detail });
    }
    return faults;
  }
}

const TIMING_FIELDS = ['kind', 'cron', 'intervalMs', 'onceAt', 'timeZone', 'startAt', 'endAt'] as const;

function isSameTiming(timing: ScheduleTiming, present: ScheduleTiming | undefined): boolean {
  if (present === undefined) return false;
  return TIMING_FIELDS.every((field) => JSON.stringify(timing[field]) === JSON.stringify(present[field]));
}

function timingEdit(timing: ScheduleTiming, nextSlotAt: Date): ScheduleEdit {
  const { kind, cron, intervalMs, onceAt, timeZone, startAt, endAt } = timing;
  return { kind, cron, intervalMs, onceAt, timeZone, startAt, endAt, nextSlotAt };
}
