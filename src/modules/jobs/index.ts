/** Jobs: enqueue, read, cancel, retry, reschedule; their logs. */
export { EnqueueStore } from './enqueue.store.js';
export { JobInserter } from './job-inserter.js';
export { JobInsertionModule } from './job-insertion.module.js';
export { JobLogStore, type NewLogLine } from './job-log.store.js';
export { JobLogWriter } from './job-log-writer.js';
export { JobLogsModule } from './job-logs.module.js';
export type { InsertedJob, NewJob } from './new-job.js';
export { CANCEL_CHANNEL, QUEUED_CHANNEL } from './queue-hints.js';
