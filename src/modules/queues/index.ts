/** Queues: settings, pause, purge, and the directory that finds them. */
export { QueueDirectory } from './queue-directory.js';
export type { QueuePolicy, QueueSettings } from './queue-settings.js';
export { QueuesModule } from './queues.module.js';
