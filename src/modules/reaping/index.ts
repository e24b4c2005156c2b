/** Reaping: lost leases, silent workers, orphans, retention. */
export { ReapingConfig } from './reaping.config.js';
export { ReapingModule } from './reaping.module.js';
