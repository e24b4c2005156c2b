import { isUuid } from '../kernel/ids.js';
import { explain, JobStandingReadModel } from '../modules/diagnosis/index.js';
import { type Command, CommandFailure, EXIT, UsageError } from './command.js';
import { withProject } from './project-context.js';

/** Where a job stands, and what must be removed before it runs. */
export const explainJob: Command = (call) => {
  const [jobId = ''] = call.args;
  if (!isUuid(jobId)) throw new UsageError(`${jobId} is no id of a job`);
  return withProject(call, async ({ database, scope }) => {
    const job = await new JobStandingReadModel(database).find(scope.projectId, jobId);
    if (!job) throw new CommandFailure(`there is no job ${jobId} in this project`);
    const reasons = explain(job);
    const title = `${jobId}  ${job.handler} in ${job.queue ?? 'a queue that is gone'}: ${job.status ?? 'lost'}`;
    call.output.say({ ...job, reasons }, [title, ...reasons.map(({ text }) => `  - ${text}`)].join('\n'));
    return EXIT.done;
  });
};
