import { counter, histogram, SHORT_SECONDS } from '../metrics/index.js';

export const HTTP_METRICS = {
  requests: counter('rota_http_requests_total', 'Requests to the public interface by route pattern and status', {
    labels: ['method', 'route', 'status'],
    unit: 'requests',
  }),
  seconds: histogram(
    'rota_http_request_seconds',
    'Time from a request to the end of its answer, event streams left out',
    {
      labels: ['method', 'route'],
      unit: 'seconds',
      buckets: SHORT_SECONDS,
    },
  ),
};
