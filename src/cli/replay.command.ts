import { countOf } from '../kernel/count-of.js';
import { isUuid } from '../kernel/ids.js';
import type { JobReplayResult } from '../modules/dead-letters/index.js';
import { type Command, type CommandCall, confirmed, EXIT, UsageError } from './command.js';
import { type ProjectServices, withProject } from './project-context.js';

/** Jobs by id, or dead letters by filter: many at once only after a question. */
export const replayJobs: Command = (call) => {
  const isByFilter = ['deadLetters', 'queue', 'handler'].some((name) => call.options[name] !== undefined);
  if (isByFilter === call.args.length > 0) {
    throw new UsageError('name jobs by id, or dead letters by --dead-letters, --queue and --handler');
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

async function byFilter(call: CommandCall, { replays, scope }: ProjectServices): Promise<number> {
  const { queue, handler, limit, reason } = call.options as Record<string, string | undefined>;
  const selection = {
    filter: { queue, handler },
    limit: Number(limit),
    reason,
  };
  const counted = await replays.replaySelected(scope, { ...selection, dryRun: true });
  if (call.options['dryRun'] === true || counted.matched === 0) {
    call.output.say(
      counted,
      `${countOf(counted.matched, 'dead letter')}${counted.hasMore ? ' and more' : ''} would be replayed`,
    );
    return EXIT.done;
  }
  await confirmed(call, `Run ${countOf(Math.min(counted.matched, Number(limit)), 'dead letter')} again?`);
  const result = await replays.replaySelected(scope, selection);
  const more = result.hasMore ? '; there are more' : '';
  call.output.say(result, `${result.succeeded} replayed, ${result.failed} not${more}`);
  for (const { id, detail } of call.output.isJson ? [] : result.failures) call.complain(`${id}  ${detail}`);
  return result.failed > 0 ? EXIT.notDone : EXIT.done;
}
