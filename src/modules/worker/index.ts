export { JobLogSink, type LogLine } from './job-log-buffer.js';
export { WorkerConfig } from './worker.config.js';
export { WORKER_METRICS } from './worker.metrics.js';
export { WorkerModule } from './worker.module.js';
