/** Events: hints that something has changed, as a stream to those who look at a project. */
export { EventsConfig } from './events.config.js';
export { EVENT_METRICS } from './events.metrics.js';
export { EventsModule } from './events.module.js';
