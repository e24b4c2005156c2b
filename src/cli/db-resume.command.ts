import { QueueResumption } from '../modules/queues/index.js';
import { ScheduleResumption } from '../modules/schedules/index.js';
import { type Command, UsageError } from './command.js';
import { withDatabase } from './with-database.js';

/** For whoever wonders why nothing runs: after it, nothing is paused in any project. */
export const resumeEverything: Command = async ({ args, env, print }) => {
  if (args.length > 0) throw new UsageError(`db resume takes no ${args.join(' ')}`);
  await withDatabase(env, async (database) => {
    const queues = await new QueueResumption(database).resumeAll();
    const schedules = await new ScheduleResumption(database).resumeAll();
    print(`resumed ${queues} queues and ${schedules} schedules`);
  });
  return 0;
};
