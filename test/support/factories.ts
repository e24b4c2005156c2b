import { randomUUID } from 'node:crypto';
import { newId } from '../../src/kernel/ids.js';
import type { TestDatabase } from './test-database.js';

type Row = Readonly<Record<string, unknown>>;

export interface ProjectFixture {
  readonly id: string;
  readonly organizationId: string;
}

export interface QueueFixture {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
}

export interface JobFixture {
  readonly id: string;
  readonly projectId: string;
  readonly queueId: string;
  /** The lease of a claimed or running job. */
  readonly leaseToken: string;
  readonly workerId: string;
  /** The letter of a dead letter. */
  readonly deadLetterId: string;
}

/** Settings of a queue by column name in camel case; what is absent has the default of the schema. */
export interface QueueOptions {
  readonly project?: ProjectFixture;
  readonly name?: string;
  readonly isPaused?: boolean;
  readonly isDeleted?: boolean;
  readonly maxConcurrency?: number;
  readonly maxAttempts?: number;
  readonly maxLeaseLosses?: number;
  readonly retryStrategy?: 'fixed' | 'linear' | 'exponential';
  readonly retryBaseMs?: number;
  readonly retryCapMs?: number;
  readonly retryJitter?: boolean;
  readonly timeoutMs?: number;
  readonly retentionSeconds?: number;
  readonly deadLetterRetentionSeconds?: number;
}

export interface JobOptions {
  readonly id?: string;
  /** Default: one queue that the factory makes at first need. */
  readonly queue?: QueueFixture;
  readonly handler?: string;
  readonly payload?: unknown;
  readonly priority?: number;
  readonly maxAttempts?: number | null;
  readonly timeoutMs?: number | null;
  readonly labels?: Readonly<Record<string, string>> | null;
  readonly scheduleId?: string | null;
  readonly slot?: Date | null;
  readonly createdBy?: string | null;
  /** Age of the record by the database clock, in milliseconds. */
  readonly createdMsAgo?: number;
  /** When it is due, in milliseconds from now by the database clock; negative = in the past. */
  readonly dueInMs?: number;
  /** Attempts charged so far. */
  readonly attempt?: number;
  /** Executions recorded so far; at least `attempt`. */
  readonly executionSeq?: number;
  readonly leaseLosses?: number;
}

export interface LeasedJobOptions extends JobOptions {
  readonly workerId?: string;
  readonly leaseToken?: string;
  readonly leaseExpired?: boolean;
  readonly isCancelRequested?: boolean;
  /** How long ago it was claimed (and started), in milliseconds. */
  readonly claimedMsAgo?: number;
}

export interface TerminalJobOptions extends JobOptions {
  readonly finishedMsAgo?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface DeadLetterOptions extends TerminalJobOptions {
  readonly reason?: 'attempts_exhausted' | 'not_retryable' | 'worker_lost';
  readonly replayCount?: number;
  readonly isDiscarded?: boolean;
}

const IN_ONE_LEASE_MS = 30_000;

/**
 * Rows that belong together, written through plain SQL on the database's own clock: each builder leaves exactly what the
 * statements of Rota would leave, so that every CHECK holds and no row is an orphan.
 */
export class Factories {
  private project: Promise<ProjectFixture> | undefined;
  private queue: Promise<QueueFixture> | undefined;
  private counter = 0;

  constructor(private readonly database: Pick<TestDatabase, 'sql'>) {}

  async aProject(
    options: { readonly organizationId?: string; readonly name?: string; readonly isDeleted?: boolean } = {},
  ): Promise<ProjectFixture> {
    const organizationId = options.organizationId ?? newId();
    if (options.organizationId === undefined)
      await this.insert('organizations', { id: organizationId, name: `Organization ${++this.counter}` });
    const id = newId();
    await this.insert('projects', {
      id,
      organization_id: organizationId,
      name: options.name ?? `Project ${++this.counter}`,
      deleted_at: options.isDeleted ? new Date() : null,
    });
    return { id, organizationId };
  }

  async aQueue(options: QueueOptions = {}): Promise<QueueFixture> {
    const project = options.project ?? (await (this.project ??= this.aProject()));
    const { project: _project, isPaused, isDeleted, name = `queue-${++this.counter}`, ...settings } = options;
    const id = newId();
    await this.insert('queues', {
      id,
      project_id: project.id,
      name,
      ...(isPaused ? { paused_at: new Date() } : {}),
      ...(isDeleted ? { deleted_at: new Date() } : {}),
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [snakeCase(key), value])),
    });
    return { id, projectId: project.id, name };
  }

  /** Waits in its queue, due. */
  async aQueuedJob(options: JobOptions = {}): Promise<JobFixture> {
    const job = await this.aJob(options);
    await this.aLiveRow(job, options, 'queued', options.dueInMs ?? 0);
    return job;
  }

  /** Waits for its time: `dueInMs`, an hour unless given. */
  async aScheduledJob(options: JobOptions = {}): Promise<JobFixture> {
    const job = await this.aJob(options);
    await this.aLiveRow(job, options, 'scheduled', options.dueInMs ?? 3_600_000);
    return job;
  }

  /** A worker that does not offer its handler has just put it back. */
  async aPutBackJob(options: JobOptions = {}): Promise<JobFixture> {
    return this.aScheduledJob({ dueInMs: 5_000, executionSeq: 1, ...options });
  }

  async aClaimedJob(options: LeasedJobOptions = {}): Promise<JobFixture> {
    return this.aLeasedJob(options, 'claimed');
  }

  async aRunningJob(options: LeasedJobOptions = {}): Promise<JobFixture> {
    return this.aLeasedJob(options, 'running');
  }

  async aCompletedJob(options: TerminalJobOptions = {}): Promise<JobFixture> {
    const job = await this.aJob(options);
    await this.anExecution(job, { ...options, outcome: 'completed', finalStatus: 'completed' });
    return job;
  }

  /** Cancelled while it waited, unless `attempt` says that it had run. */
  async aCancelledJob(options: TerminalJobOptions = {}): Promise<JobFixture> {
    const job = await this.aJob(options);
    await this.anExecution(job, { attempt: 0, ...options, outcome: 'cancelled', finalStatus: 'cancelled' });
    return job;
  }

  async aDeadLetter(options: DeadLetterOptions = {}): Promise<JobFixture> {
    const error = options.error ?? { name: 'Error', message: 'it failed', stack: '' };
    const job = await this.aJob(options);
    const attempt = options.attempt ?? 1;
    await this.anExecution(job, { ...options, attempt, error, outcome: 'failed', finalStatus: 'dead_letter' });
    await this.database.sql(
      `INSERT INTO dead_letters (id, job_id, project_id, queue_id, handler, payload, labels, priority, max_attempts, timeout_ms, schedule_id,
         slot, traceparent, created_by, job_created_at, reason, error, attempt, lease_losses, last_execution_seq, replay_count, created_at, discarded_at)
       SELECT $2, j.id, j.project_id, j.queue_id, j.handler, j.payload, j.labels, j.priority, j.max_attempts, j.timeout_ms, j.schedule_id,
         j.slot, j.traceparent, j.created_by, j.created_at, $3, $4::jsonb, $5, $6, $7, $8, now() - $9 * interval '1 ms',
         CASE WHEN $10 THEN now() END
       FROM jobs j WHERE j.id = $1`,
      [
        job.id,
        job.deadLetterId,
        options.reason ?? 'attempts_exhausted',
        JSON.stringify(error),
        attempt,
        options.leaseLosses ?? 0,
        executionSeqOf({ ...options, attempt }),
        options.replayCount ?? 0,
        options.finishedMsAgo ?? 0,
        options.isDiscarded ?? false,
      ],
    );
    return job;
  }

  /** A row of `jobs` alone: an orphan until something stands beside it. */
  async aJob(options: JobOptions = {}): Promise<JobFixture> {
    const queue = options.queue ?? (await (this.queue ??= this.aQueue()));
    const id = options.id ?? newId();
    await this.database.sql(
      `INSERT INTO jobs (id, project_id, queue_id, handler, payload, priority, max_attempts, timeout_ms, labels, schedule_id, slot, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9::jsonb, $10, $11, $12, now() - $13 * interval '1 ms')`,
      [
        id,
        queue.projectId,
        queue.id,
        options.handler ?? 'noop',
        JSON.stringify(options.payload ?? { note: 'planted payload' }),
        options.priority ?? 0,
        options.maxAttempts ?? null,
        options.timeoutMs ?? null,
        options.labels ? JSON.stringify(options.labels) : null,
        options.scheduleId ?? null,
        options.slot ?? null,
        options.createdBy ?? null,
        options.createdMsAgo ?? 0,
      ],
    );
    return {
      id,
      projectId: queue.projectId,
      queueId: queue.id,
      leaseToken: randomUUID(),
      workerId: newId(),
      deadLetterId: newId(),
    };
  }

  /** One finished attempt of a job, by its number `executionSeq`. */
  async anExecution(
    job: JobFixture,
    options: TerminalJobOptions & {
      readonly outcome: 'completed' | 'failed' | 'timed_out' | 'lease_expired' | 'released' | 'cancelled';
      readonly finalStatus?: 'completed' | 'cancelled' | 'dead_letter';
    },
  ): Promise<void> {
    const attempt = options.attempt ?? 1;
    await this.database.sql(
      `INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, due_at, claimed_at, started_at,
         finished_at, outcome, final_status, attempt_refunded, error, result)
       SELECT $1, $2, $3, $4, $5, CASE WHEN $3 > 0 THEN $6::uuid END, CASE WHEN $3 > 0 THEN $7::uuid END,
         CASE WHEN $3 > 0 THEN t.finished_at - interval '4 s' END, CASE WHEN $3 > 0 THEN t.finished_at - interval '2 s' END, CASE WHEN $3 > 0 THEN t.finished_at - interval '1 s' END,
         t.finished_at, $8, $9, $10, $11::jsonb, $12::jsonb
       FROM (SELECT now() - $13 * interval '1 ms' AS finished_at) t`,
      [
        job.id,
        executionSeqOf({ ...options, attempt }),
        attempt,
        job.projectId,
        job.queueId,
        job.workerId,
        job.leaseToken,
        options.outcome,
        options.finalStatus ?? null,
        options.outcome === 'lease_expired' || options.outcome === 'released',
        options.error === undefined ? null : JSON.stringify(options.error),
        options.result === undefined ? null : JSON.stringify(options.result),
        options.finishedMsAgo ?? 0,
      ],
    );
  }

  /** A worker process that beats now, or beat `lastBeatMsAgo` milliseconds ago. */
  async aWorker(
    options: {
      readonly id?: string;
      readonly lastBeatMsAgo?: number;
      readonly state?: string;
      readonly capacity?: number;
      readonly queues?: readonly string[];
      readonly handlers?: readonly string[];
    } = {},
  ): Promise<string> {
    const id = options.id ?? newId();
    await this.database.sql(
      `INSERT INTO workers (id, host, pid, version, queues, handlers, capacity, state, last_heartbeat_at)
       VALUES ($1, 'test-host', 1, '0.0.0', $2, $6, $3, $4::worker_state, now() - $5 * interval '1 ms')`,
      [
        id,
        options.queues ?? null,
        options.capacity ?? 10,
        options.state ?? 'live',
        options.lastBeatMsAgo ?? 0,
        options.handlers ?? ['noop'],
      ],
    );
    return id;
  }

  private async aLeasedJob(options: LeasedJobOptions, status: 'claimed' | 'running'): Promise<JobFixture> {
    const made = await this.aJob(options);
    const job = {
      ...made,
      leaseToken: options.leaseToken ?? made.leaseToken,
      workerId: options.workerId ?? made.workerId,
    };
    const leased = { ...options, attempt: options.attempt ?? 1 };
    await this.aLiveRow(job, leased, 'queued', options.dueInMs ?? -(options.claimedMsAgo ?? 1_000));
    await this.database.sql(
      `UPDATE live_jobs SET status = $2::live_status, lease_token = $3, worker_id = $4, claimed_at = t.claimed_at,
         started_at = CASE WHEN $2 = 'running' THEN t.claimed_at END,
         lock_expires_at = CASE WHEN $6 THEN now() - interval '1 s' ELSE now() + $7 * interval '1 ms' END,
         cancel_requested_at = CASE WHEN $8 THEN now() END
       FROM (SELECT now() - $5 * interval '1 ms' AS claimed_at) t WHERE job_id = $1`,
      [
        job.id,
        status,
        job.leaseToken,
        job.workerId,
        options.claimedMsAgo ?? (options.leaseExpired ? IN_ONE_LEASE_MS + 1_000 : 1_000),
        options.leaseExpired ?? false,
        IN_ONE_LEASE_MS,
        options.isCancelRequested ?? false,
      ],
    );
    return job;
  }

  private async aLiveRow(
    job: JobFixture,
    options: JobOptions,
    status: 'queued' | 'scheduled',
    dueInMs: number,
  ): Promise<void> {
    await this.database.sql(
      `INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, schedule_id, status, attempt, execution_seq, lease_losses, priority)
       VALUES ($1, $2, $3, now() + $4 * interval '1 ms', $5, $6::live_status, $7, $8, $9, $10)`,
      [
        job.id,
        job.projectId,
        job.queueId,
        dueInMs,
        options.scheduleId ?? null,
        status,
        options.attempt ?? 0,
        executionSeqOf(options),
        options.leaseLosses ?? 0,
        options.priority ?? 0,
      ],
    );
  }

  private async insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    await this.database.sql(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}

function executionSeqOf(options: JobOptions): number {
  return Math.max(options.executionSeq ?? 0, options.attempt ?? 0);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
