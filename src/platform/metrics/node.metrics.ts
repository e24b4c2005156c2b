import { counter, gauge, histogram, type Metric } from './metric.js';

const seconds = { unit: 'seconds' } as const;
const bytes = { unit: 'bytes' } as const;
const ofSpace = { labels: ['space'], unit: 'bytes' } as const;
const ofType = { labels: ['type'], unit: 'resources' } as const;
const total = { unit: 'resources' } as const;

/** What the client library tells about every Node.js process (on Linux; elsewhere a few are missing). */
export const NODE_METRICS: readonly Metric[] = [
  counter('process_cpu_user_seconds_total', 'CPU time in user mode', seconds),
  counter('process_cpu_system_seconds_total', 'CPU time in kernel mode', seconds),
  counter('process_cpu_seconds_total', 'CPU time, user and kernel', seconds),
  gauge('process_start_time_seconds', 'Start of the process since the epoch', seconds),
  gauge('process_resident_memory_bytes', 'Memory that the process occupies', bytes),
  gauge('process_virtual_memory_bytes', 'Address space of the process', bytes),
  gauge('process_heap_bytes', 'Data segment of the process', bytes),
  gauge('process_open_fds', 'Open files and sockets', { unit: 'descriptors' }),
  gauge('process_max_fds', 'Most open files and sockets', { unit: 'descriptors' }),
  gauge('nodejs_eventloop_lag_seconds', 'Lateness of a timer at this scrape', seconds),
  ...['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map((figure) =>
    gauge(
      `nodejs_eventloop_lag_${figure}_seconds`,
      `Lateness of the event loop since the last scrape: ${figure}`,
      seconds,
    ),
  ),
  gauge('nodejs_active_resources', 'What keeps the event loop alive', ofType),
  gauge('nodejs_active_resources_total', 'What keeps the event loop alive, in all', total),
  gauge('nodejs_active_handles', 'Open handles', ofType),
  gauge('nodejs_active_handles_total', 'Open handles, in all', total),
  gauge('nodejs_active_requests', 'Requests to the operating system under way', ofType),
  gauge('nodejs_active_requests_total', 'Requests to the operating system under way, in all', total),
  gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap', bytes),
  gauge('nodejs_heap_size_used_bytes', 'Used part of the JavaScript heap', bytes),
  gauge('nodejs_external_memory_bytes', 'Memory outside of the heap that JavaScript objects hold', bytes),
  gauge('nodejs_heap_space_size_total_bytes', 'Size of a space of the heap', ofSpace),
  gauge('nodejs_heap_space_size_used_bytes', 'Used part of a space of the heap', ofSpace),
  gauge('nodejs_heap_space_size_available_bytes', 'Free part of a space of the heap', ofSpace),
  gauge('nodejs_version_info', 'Version of Node.js; always 1', {
    labels: ['version', 'major', 'minor', 'patch'],
    unit: 'none',
  }),
  histogram('nodejs_gc_duration_seconds', 'Pauses of the garbage collector', {
    labels: ['kind'],
    unit: 'seconds',
    buckets: [],
  }),
];
