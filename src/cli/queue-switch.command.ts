import { type Command, EXIT } from './command.js';
import { withProject } from './project-context.js';

export const pauseQueue: Command = (call) =>
  withProject(call, async ({ queues, scope }) => {
    const [name = ''] = call.args;
    const queue = await queues.pause(scope, name, call.options['reason'] as string | undefined);
    const { id, pausedAt, pausedReason } = queue;
    call.output.say(
      { id, name: queue.name, pausedAt, pausedReason },
      `${queue.name} is paused${pausedReason === null ? '' : `: ${pausedReason}`}`,
    );
    return EXIT.done;
  });

export const resumeQueue: Command = (call) =>
  withProject(call, async ({ queues, scope }) => {
    const [name = ''] = call.args;
    const queue = await queues.resume(scope, name);
    call.output.say({ id: queue.id, name: queue.name, pausedAt: null }, `${queue.name} is not paused`);
    return EXIT.done;
  });
