/** Insights: figures for dashboards and alarms. Reads everything, writes nothing but its own roll-ups. */
export { INSTALLATION_METRICS } from './insights.metrics.js';
export { InsightsModule } from './insights.module.js';
export { RollUpModule } from './roll-up.module.js';
