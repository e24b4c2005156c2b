import type { FastifyInstance } from 'fastify';
import type { CounterCell, HistogramCell, Metrics } from '../metrics/index.js';
import { HTTP_METRICS } from './http.metrics.js';

interface RouteCells {
  readonly statuses: Map<number, CounterCell>;
  readonly seconds: HistogramCell;
}

/** Methods and statuses are a closed set, paths are not: what no route matched counts under one name. */
const UNMATCHED = 'unmatched';

/** Counts each answer under the pattern of its route. */
export function countRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const routes = new Map<string, RouteCells>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? UNMATCHED;
    const method = route === UNMATCHED ? 'any' : request.method;
    const cells = cellsOf(routes, metrics, method, route);
    statusCell(cells, metrics, { method, route, status: reply.raw.statusCode }).value += 1;
    const type = reply.getHeader('content-type');
    const isStream = typeof type === 'string' && type.startsWith('text/event-stream');
    if (!isStream) cells.seconds.observe(reply.elapsedTime / 1_000);
    done();
  });
}

function cellsOf(routes: Map<string, RouteCells>, metrics: Metrics, method: string, route: string): RouteCells {
  const key = `${method} ${route}`;
  const known = routes.get(key);
  if (known) return known;
  const made = { statuses: new Map(), seconds: metrics.histogram(HTTP_METRICS.seconds, { method, route }) };
  routes.set(key, made);
  return made;
}

function statusCell(
  { statuses }: RouteCells,
  metrics: Metrics,
  { method, route, status }: { method: string; route: string; status: number },
): CounterCell {
  const known = statuses.get(status);
  if (known) return known;
  const made = metrics.counter(HTTP_METRICS.requests, { method, route, status: String(status) });
  statuses.set(status, made);
  return made;
}
