import { countOf } from '../kernel/count-of.js';
import { isUuid } from '../kernel/ids.js';
import type { JobStatus } from '../kernel/job-state.js';
import type { JobReplayResult, ReplaySelection } from '../modules/dead-letters/index.js';
import { type BulkResult, MAX_COMMAND_JOBS, MAX_FAILURES } from '../modules/jobs/index.js';
import { type Command, type CommandCall, confirmed, EXIT, UsageError } from './command.js';
import { type ProjectServices, withProject } from './project-context.js';

/** Jobs by id, or what ended by filter: many at once only after a question. */
export const replayJobs: Command = (call) => {
  const isByFilter = ['deadLetters', 'status', 'queue', 'handler'].some((name) => call.options[name] !== undefined);
  if (isByFilter === call.args.length > 0) {
    throw new UsageError('name jobs by id, or what ended by --dead-letters, --status, --queue and --handler');
  }
  const wrong = call.args.find((id) => !isUuid(id));
  if (wrong !== undefined) throw new UsageError(`${wrong} is no id of a job`);
  return withProject(call, (services) => (isByFilter ? byFilter(call, services) : byId(call, services)));
};

async function byId(call: CommandCall, { replays, scope }: ProjectServices): Promise<number> {
  const results = await replays.replayMany(scope, call.args, call.options['reason'] as string | undefined);
  for (const result of results) {
    call.output.say(result, `${result.id}  ${outcomeOf(result)}`);
  }
  return results.some((result) => 'failure' in result) ? EXIT.notDone : EXIT.done;
}

/** A dead letter goes back as it is; whatever else has ended runs again as a copy, whose id is the one to follow. */
function outcomeOf(result: JobReplayResult): string {
  if ('failure' in result) return `not replayed: ${result.failure.detail}`;
  return result.runsAs === result.id ? 'replayed' : `runs again as ${result.runsAs}`;
}

async function byFilter(call: CommandCall, services: ProjectServices): Promise<number> {
  const { queue, handler, status, reason } = call.options as Record<string, string | undefined>;
  const most = (call.options['limit'] as number | undefined) ?? Number.POSITIVE_INFINITY;
  const selection = { filter: { queue, handler, status: status as JobStatus | undefined }, reason };
  const counted = await walked(services, { ...selection, dryRun: true }, most);
  const count = countOf(
    counted.matched,
    status === undefined || status === 'dead_letter' ? 'dead letter' : `${status} job`,
  );
  if (call.options['dryRun'] === true || counted.matched === 0) {
    call.output.say(counted, `${count}${counted.hasMore ? ' and more' : ''} would be replayed`);
    return EXIT.done;
  }
  await confirmed(call, `Run ${count} again?`);
  const result = await walked(services, selection, most);
  const more = result.hasMore ? '; there are more' : '';
  call.output.say(result, `${result.succeeded} replayed, ${result.failed} not${more}`);
  for (const { id, detail } of call.output.isJson ? [] : result.failures) call.complain(`${id}  ${detail}`);
  return result.failed > 0 ? EXIT.notDone : EXIT.done;
}

/** The whole selection or its first `most` jobs, as many requests' worth as that takes. */
async function walked(
  { replays, scope }: ProjectServices,
  selection: ReplaySelection,
  most: number,
): Promise<Omit<BulkResult, 'nextCursor'> & { readonly hasMore: boolean }> {
  const total = { matched: 0, succeeded: 0, failed: 0, failures: [] as BulkResult['failures'] };
  let cursor: string | undefined;
  do {
    const limit = Math.min(most - total.matched, MAX_COMMAND_JOBS);
    const { nextCursor, ...part } = await replays.replaySelected(scope, { ...selection, limit, cursor });
    total.matched += part.matched;
    total.succeeded += part.succeeded;
    total.failed += part.failed;
    total.failures = [...total.failures, ...part.failures].slice(0, MAX_FAILURES);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && total.matched < most);
  const isDryRun = selection.dryRun === true;
  return { isDryRun, ...total, matched: Math.min(total.matched, most), hasMore: cursor !== undefined };
}
