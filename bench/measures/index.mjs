import { backlog, finishedRows, manyQueues, memory, snapshot } from './depth.mjs';
import { defaults, drainAll, scaling, slowCommits } from './drains.mjs';
import { bulkEnqueue, singleEnqueue } from './enqueue.mjs';
import { idle, latency } from './latency.mjs';
import { reading } from './reading.mjs';
import { autovacuum } from './vacuum.mjs';

/** In the order of the report. */
export const MEASURES = [
  drainAll,
  scaling,
  defaults,
  latency,
  backlog,
  finishedRows,
  manyQueues,
  idle,
  snapshot,
  memory,
  bulkEnqueue,
  singleEnqueue,
  reading,
  slowCommits,
  autovacuum,
];
