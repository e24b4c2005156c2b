export { CachedReading } from './cached-reading.js';
export {
  BATCH_SIZES,
  counter,
  gauge,
  histogram,
  type Labels,
  LONG_SECONDS,
  type Metric,
  SHORT_SECONDS,
} from './metric.js';
export { Metrics } from './metrics.js';
export { NODE_METRICS } from './node.metrics.js';
export { PROCESS_METRICS } from './process.metrics.js';
export type { CounterCell, HistogramCell } from './series.js';
