import { countOf } from '../kernel/count-of.js';
import { withService } from './application-context.js';
import { type Command, EXIT } from './command.js';
import { Resumption, ResumptionModule } from './resumption.js';

/** For whoever wonders why nothing runs: after it, nothing is paused in any project. */
export const resumeAll: Command = async ({ env, output }) => {
  const { queues, schedules } = await withService(
    { module: ResumptionModule, configs: [], env },
    Resumption,
    (resumption) => resumption.resumeAll(),
  );
  output.say({ queues, schedules }, `resumed ${countOf(queues, 'queue')} and ${countOf(schedules, 'schedule')}`);
  return EXIT.done;
};
