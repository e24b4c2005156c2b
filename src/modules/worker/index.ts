export { JobLogSink, type LogLine } from './job-log-buffer.js';
export { WorkerConfig } from './worker.config.js';
export { WorkerModule } from './worker.module.js';
