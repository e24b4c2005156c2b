import { countOf } from '../kernel/count-of.js';
import { QueueResumption } from '../modules/queues/index.js';
import { ScheduleResumption } from '../modules/schedules/index.js';
import { type Command, EXIT } from './command.js';
import { withDatabase } from './with-database.js';

/** For whoever wonders why nothing runs: after it, nothing is paused in any project. */
export const resumeAll: Command = async ({ env, output }) => {
  await withDatabase(env, async (database) => {
    const queues = await new QueueResumption(database).resumeAll();
    const schedules = await new ScheduleResumption(database).resumeAll();
    output.say({ queues, schedules }, `resumed ${countOf(queues, 'queue')} and ${countOf(schedules, 'schedule')}`);
  });
  return EXIT.done;
};
