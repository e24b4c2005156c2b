import type { QueueSettings } from '../modules/queues/index.js';
import { type Command, CommandFailure, EXIT } from './command.js';
import { type ProjectServices, withProject } from './project-context.js';

/** So many names are told to somebody who has mistyped one. */
const NAMES_TOLD = 20;

export const pauseQueue: Command = (call) =>
  withProject(call, async (services) => {
    const { id } = await queueNamed(services, call.args[0] ?? '');
    const queue = await services.queues.pause(services.scope, id, call.options['reason'] as string | undefined);
    const { pausedAt, pausedReason } = queue;
    call.output.say(
      { id, name: queue.name, pausedAt, pausedReason },
      `${queue.name} is paused${pausedReason === null ? '' : `: ${pausedReason}`}`,
    );
    return EXIT.done;
  });

export const resumeQueue: Command = (call) =>
  withProject(call, async (services) => {
    const { id, pausedAt } = await queueNamed(services, call.args[0] ?? '');
    const queue = await services.queues.resume(services.scope, id);
    const text = pausedAt === null ? `${queue.name} was not paused` : `${queue.name} is resumed`;
    call.output.say({ id, name: queue.name, pausedAt: null }, text);
    return EXIT.done;
  });

/** @throws CommandFailure with the names that there are */
async function queueNamed({ queues, directory, scope }: ProjectServices, name: string): Promise<QueueSettings> {
  const queue = await directory.find(scope.projectId, name);
  if (queue) return queue;
  const { data, page } = await queues.list(scope, { limit: NAMES_TOLD });
  const names = data.map((known) => known.name).join(', ');
  const known = data.length === 0 ? 'it has none' : `it has ${names}${page.hasMore ? ' and more' : ''}`;
  throw new CommandFailure(`there is no queue ${name} in this project: ${known}`);
}
