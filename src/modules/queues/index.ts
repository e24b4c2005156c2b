/** Queues: settings, pause, purge, and the directory that finds them. */
export { CLAIM_ORDER, FLIGHT_ORDER, PUT_BACK, scheduledOf } from './live-jobs.sql.js';
export { QueueDirectory } from './queue-directory.js';
export { QueueNames } from './queue-names.js';
export { QueueResumption } from './queue-resumption.js';
export { QueueServicesModule } from './queue-services.module.js';
export type { QueueSettings } from './queue-settings.js';
export { QueueService } from './queue.service.js';
export { QueuesModule } from './queues.module.js';
