/** Reaping: lost leases, silent workers, orphans, retention. */
export { ReapingConfig } from './reaping.config.js';
export { REAPING_METRICS } from './reaping.metrics.js';
export { ReapingModule } from './reaping.module.js';
