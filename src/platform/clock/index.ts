export { CLOCK_METRICS } from './clock.metrics.js';
export { ClockModule } from './clock.module.js';
export { followDatabaseClock, measureHostClock } from './host-clock.js';
