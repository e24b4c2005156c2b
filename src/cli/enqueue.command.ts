import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { RotaError } from '../kernel/errors.js';
import { isLive } from '../kernel/job-state.js';
import { parseJsonGuarded } from '../kernel/payload-guard.js';
import { ENQUEUE_BODY_BYTES, EnqueueJobRequest, idempotencyKeyOf, type JobDetail } from '../modules/jobs/index.js';
import { RequestValidationPipe } from '../platform/http/index.js';
import { type Command, type CommandCall, CommandFailure, EXIT, UsageError } from './command.js';
import { type ProjectServices, withOwnHandlers } from './project-context.js';

const LOOK_EVERY_MS = 250;

/** Passes the checks that a request to the REST interface passes; the rate limit of the project is not asked. */
export const enqueueJob: Command = async (call) => {
  const request = await requestOf(call);
  const idempotencyKey = idempotencyKeyOf(call.options['idempotencyKey'] as string | undefined);
  return withOwnHandlers(call, async (services) => {
    const { job, isReplayed } = await services.enqueue.enqueue(services.scope, request, { idempotencyKey });
    const seconds = call.options['wait'] as number | undefined;
    const ended = seconds === undefined ? undefined : await untilEnded(call, services, job.id, seconds);
    const { id, status, queue, handler, runAt } = ended ?? job;
    const how = isReplayed ? ' (it was there already)' : '';
    call.output.say({ id, status, queue, handler, runAt, isReplayed }, `${id}  ${status}${how}`);
    return ended === undefined || ended.status === 'completed' ? EXIT.done : EXIT.notDone;
  });
};

async function requestOf(call: CommandCall): Promise<EnqueueJobRequest> {
  const [queue, handler] = call.args;
  const { priority, delayMs, runAt, maxAttempts, timeoutMs, label } = call.options;
  const given = { priority, delayMs, runAt, maxAttempts, timeoutMs, labels: label };
  const fields = Object.entries(given).filter(([, value]) => value !== undefined);
  const body = { queue, handler, payload: await payloadOf(call), ...Object.fromEntries(fields) };
  const pipe = new RequestValidationPipe();
  return (await pipe.transform(body, { type: 'body', metatype: EnqueueJobRequest })) as EnqueueJobRequest;
}

/** Judged by its text, as the REST interface does: afterwards 1e400 is null, and a large integer is another one. */
async function payloadOf({ options, readInput }: CommandCall): Promise<unknown> {
  const file = options['payloadFile'] as string | undefined;
  const text = file === undefined ? String(options['payload']) : await contentOf(file, readInput);
  try {
    return parseJsonGuarded(text, { maxBytes: ENQUEUE_BODY_BYTES });
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    if (error.code === 'INVALID_JSON') throw new UsageError(`the payload is no JSON: ${error.message}`);
    const faults = error.faults.map((fault) => ({ ...fault, pointer: `/payload${fault.pointer}` }));
    throw new RotaError(error.family, error.code, error.message, { faults });
  }
}

async function contentOf(file: string, readInput: CommandCall['readInput']): Promise<string | Buffer> {
  if (file === '-' && readInput) return readInput();
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`--payload-file cannot be read: ${(error as Error).message}`);
  }
}

async function untilEnded(
  { signal }: CommandCall,
  { jobs, scope }: ProjectServices,
  jobId: string,
  seconds: number,
): Promise<JobDetail> {
  const endsAtMs = performance.now() + 1_000 * seconds;
  for (;;) {
    const job = await jobs.get(scope.projectId, jobId);
    if (!isLive(job.status)) return job;
    if (performance.now() > endsAtMs || signal?.aborted) {
      throw new CommandFailure(`${jobId} has not ended within ${seconds} s: it is ${job.status}`);
    }
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
