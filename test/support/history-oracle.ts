import type { RunLedger } from './run-ledger.js';

type Sql = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface RecordedExecution {
  readonly job_id: string;
  readonly execution_seq: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly final_status: string | null;
  readonly attempt_refunded: boolean;
  readonly worker_id: string | null;
  readonly result: unknown;
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly is_in_order: boolean;
}

interface JobRow {
  readonly id: string;
  readonly max_attempts: number;
  readonly live_status: string | null;
}

/** The history of one job, or of all, in order. */
export function executionsOf(sql: Sql, jobId: string | null = null): Promise<RecordedExecution[]> {
  return sql<RecordedExecution>(
    `SELECT e.job_id, e.execution_seq, e.attempt, e.outcome, e.final_status, e.attempt_refunded, e.worker_id, e.result, e.error,
            coalesce(e.claimed_at <= e.started_at, true) AND coalesce(e.claimed_at <= e.finished_at, true)
              AND coalesce(e.started_at <= e.finished_at, true) AS is_in_order
     FROM job_executions e WHERE $1::uuid IS NULL OR e.job_id = $1 ORDER BY e.job_id, e.execution_seq`,
    [jobId],
  );
}

/**
 * What holds for every job after whatever happened: it has ended, once, with at most one success; its attempts add up and stay
 * within their limit; and each run that a handler saw stands in the history, no more and no less. Answers the violations.
 */
export async function violationsOf(sql: Sql, ledger?: RunLedger): Promise<string[]> {
  const jobs = await sql<JobRow>(
    `SELECT j.id, coalesce(j.max_attempts, q.max_attempts) AS max_attempts, l.status AS live_status
     FROM jobs j JOIN queues q ON q.id = j.queue_id LEFT JOIN live_jobs l ON l.job_id = j.id`,
  );
  const histories = Map.groupBy(await executionsOf(sql), (execution) => execution.job_id);
  const orphans = await sql<{ job_id: string }>(
    'SELECT job_id FROM live_jobs l WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = l.job_id)',
  );
  return [
    ...orphans.map(({ job_id }) => `${job_id}: a live row without a job`),
    ...jobs.flatMap((job) => faultsOfJob(job, histories.get(job.id) ?? []).map((fault) => `${job.id}: ${fault}`)),
    ...(ledger ? faultsOfLedger(ledger, histories) : []),
  ];
}

function faultsOfJob(job: JobRow, history: readonly RecordedExecution[]): string[] {
  const faults: string[] = [];
  const claim = (isTrue: boolean, what: string): unknown => isTrue || faults.push(what);
  claim(job.live_status === null, `is still ${job.live_status}`);
  claim(history.filter(({ final_status }) => final_status !== null).length === 1, 'has not exactly one end');
  claim(history.at(-1)?.final_status != null, 'went on after its end');
  claim(history.filter(({ outcome }) => outcome === 'completed').length <= 1, 'succeeded twice');
  let charged = 0;
  history.forEach((execution, index) => {
    const isRun = execution.attempt > 0;
    claim(execution.execution_seq === index + 1, `execution ${index + 1} has the number ${execution.execution_seq}`);
    claim(
      !isRun || execution.attempt === charged + 1,
      `execution ${index + 1} is attempt ${execution.attempt}, not ${charged + 1}`,
    );
    claim(execution.is_in_order, `execution ${index + 1} ended before it began`);
    claim(
      execution.attempt_refunded === isRefundDue(execution),
      `execution ${index + 1} (${execution.outcome}) is ${execution.attempt_refunded ? '' : 'not '}refunded`,
    );
    if (isRun && !execution.attempt_refunded) charged += 1;
  });
  claim(charged <= job.max_attempts, `was charged ${charged} of ${job.max_attempts} attempts`);
  return faults;
}

/** The infrastructure failed, not the job; a job that was to be cancelled anyway gets nothing back. */
function isRefundDue({ outcome, attempt, final_status }: RecordedExecution): boolean {
  return ['lease_expired', 'released'].includes(outcome) && attempt > 0 && final_status !== 'cancelled';
}

function faultsOfLedger(ledger: RunLedger, histories: ReadonlyMap<string, readonly RecordedExecution[]>): string[] {
  const runs = ledger.runs();
  const byKey = new Map(runs.map((run) => [`${run.jobId} ${run.executionSeq}`, run]));
  const faults: string[] = [];
  for (const run of runs) {
    const execution = histories.get(run.jobId)?.find(({ execution_seq }) => execution_seq === run.executionSeq);
    if (!execution) faults.push(`${run.jobId}: run ${run.executionSeq} is not in the history`);
    else if (execution.attempt !== run.attempt)
      faults.push(`${run.jobId}: run ${run.executionSeq} saw attempt ${run.attempt}`);
  }
  for (const execution of [...histories.values()].flat()) {
    const run = byKey.get(`${execution.job_id} ${execution.execution_seq}`);
    if (execution.outcome === 'completed' && run?.end !== 'returned')
      faults.push(
        `${execution.job_id}: execution ${execution.execution_seq} completed, its handler ${run ? `ended with ${run.end}` : 'never ran'}`,
      );
  }
  return faults;
}
