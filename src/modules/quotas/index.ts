/** Quotas: how much a project may ask of the installation, over all api processes. */
export { EnqueueLimited } from './enqueue-limit.decorator.js';
export { EnqueueQuota } from './enqueue-quota.js';
export { QuotasConfig } from './quotas.config.js';
export { QuotasModule } from './quotas.module.js';
