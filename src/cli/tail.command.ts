import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '../kernel/ids.js';
import { isLive } from '../kernel/job-state.js';
import type { FedAttempt } from '../modules/jobs/index.js';
import { type Command, type CommandCall, CommandFailure, EXIT, UsageError } from './command.js';
import { type ProjectServices, withProject } from './project-context.js';

const LOOK_EVERY_MS = 1_000;
const PAGE = 200;

/** Of a project: attempts as they end. Of a job: its log lines, and its end as the exit code. */
export const tail: Command = (call) => {
  const [jobId] = call.args;
  if (jobId !== undefined && !isUuid(jobId)) throw new UsageError(`${jobId} is no id of a job`);
  return withProject(call, (services) =>
    jobId === undefined ? followProject(call, services) : followJob(call, services, jobId),
  );
};

async function followProject(call: CommandCall, { attempts, directory, scope }: ProjectServices): Promise<number> {
  const name = call.options['queue'] as string | undefined;
  const queue = name === undefined ? undefined : await directory.find(scope.projectId, name);
  if (name !== undefined && !queue) throw new CommandFailure(`there is no queue ${name} in this project`);
  const next = attempts.follow({ projectId: scope.projectId, queueId: queue?.id }, Number(call.options['since']));
  do {
    for (const attempt of await next()) call.output.say(attempt, lineOf(attempt));
  } while (await goesOn(call));
  return EXIT.done;
}

async function followJob(call: CommandCall, { jobs, scope }: ProjectServices, jobId: string): Promise<number> {
  let afterId = 0;
  let told: string | undefined;
  do {
    const job = await jobs.get(scope.projectId, jobId);
    for (;;) {
      const lines = (await jobs.logs(scope.projectId, jobId, afterId, PAGE)).slice(0, PAGE);
      for (const line of lines) {
        afterId = line.id;
        const data = line.data === null ? '' : ` ${JSON.stringify(line.data)}`;
        call.output.say({ kind: 'log', ...line }, `${line.loggedAt.toISOString()}  ${line.message}${data}`);
      }
      if (lines.length < PAGE) break;
    }
    const { status, attempt, maxAttempts } = job;
    const standing = `${status}, attempt ${attempt} of ${maxAttempts}`;
    if (standing !== told) call.output.say({ kind: 'status', jobId, status, attempt, maxAttempts }, standing);
    told = standing;
    if (!isLive(status)) return status === 'completed' ? EXIT.done : EXIT.notDone;
  } while (await goesOn(call));
  return EXIT.done;
}

async function goesOn({ options, signal }: CommandCall): Promise<boolean> {
  if (options['follow'] === false || signal?.aborted) return false;
  await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  return signal?.aborted !== true;
}

function lineOf(attempt: FedAttempt): string {
  const { finishedAt, jobId, queue, handler, outcome, finalStatus, isRefunded, runMs, error } = attempt;
  const end = finalStatus === null || finalStatus === outcome ? outcome : `${outcome}, ${finalStatus}`;
  const time = runMs === null ? '' : ` in ${Math.round(runMs)} ms`;
  const parts = [finishedAt.toISOString(), jobId, queue ?? '-', handler ?? '-', `#${attempt.attempt}`];
  return `${parts.join('  ')}  ${end}${time}${isRefunded ? ', refunded' : ''}${error === null ? '' : `: ${error}`}`;
}
