import type { DynamicModule, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { type FastifyHttpOptions, fastify as fastifyFactory, type FastifyInstance } from 'fastify';
import { RotaError } from '../../kernel/errors.js';
import type { Metrics } from '../metrics/index.js';
import { useGuardedJson } from './json-body.js';
import { API_PREFIX, DOCS_PATH, type OpenApiOptions, serveOpenApi } from './openapi.js';
import { ProblemFilter } from './problem.filter.js';
import { assignRequestId } from './request-id.js';
import { countRequests } from './request-metrics.js';
import { repeatedHeader, repeatedHeaderOf } from './repeated-headers.js';
import { closeConnectionsWhile, setBaseHeaders } from './response-headers.js';
import { RouteTable } from './route-table.js';
import { answerClientError, answerFrameworkError, answerUnknownExpectations } from './server-problems.js';
import { RequestValidationPipe } from './validation.pipe.js';

export interface HttpAppOptions {
  /** Largest body in bytes, unless a route has a `@BodyLimit` of its own. Default 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** Proxies in front whose X-Forwarded-For is believed. Default 0: the address is that of the socket. */
  readonly trustedProxyHops?: number;
  /** Origins that browsers may call from. Default none. */
  readonly corsOrigins?: readonly string[];
  /** Longest time for a whole request to arrive, in milliseconds. Default 30 s. */
  readonly requestTimeoutMs?: number;
  /**
   * Longest silence of a socket, in milliseconds: whoever does not read the answers that they ask for is let go. Longer than a statement
   * may take and than an event stream is quiet. Default 120 s.
   */
  readonly connectionTimeoutMs?: number;
  /** How long an idle connection is kept, in milliseconds; longer than a proxy in front keeps it. Default 72 s. */
  readonly keepAliveTimeoutMs?: number;
  /** Longest path parameter, in characters. Default 512. */
  readonly maxParamLength?: number;
  /** Paths outside of the prefix, such as the probes. */
  readonly unprefixedPaths?: readonly string[];
  /** Version and servers in the OpenAPI document; `false` serves none. */
  readonly openApi?: OpenApiOptions | false;
  /** Counts requests by route, method and status. Default: nobody does. */
  readonly metrics?: Metrics;
  readonly logger?: LoggerService | false;
  readonly bufferLogs?: boolean;
}

export type RootModule = Type | DynamicModule;

const DEFAULTS = {
  bodyLimitBytes: 1_048_576,
  requestTimeoutMs: 30_000,
  connectionTimeoutMs: 120_000,
  keepAliveTimeoutMs: 72_000,
  maxParamLength: 512,
};
const MAX_HEADER_BYTES = 16_384;
const LATENESS_CHECK_MS = 5_000;
const EXPOSED_HEADERS = ['ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'];
const draining = new WeakSet<object>();

/**
 * The HTTP room around a root module: guarded JSON, validated requests, problem documents, request ids, safe headers and
 * the documentation. The application is created, not listening; everything that varies is a parameter.
 */
export async function createHttpApp(
  rootModule: RootModule,
  options: HttpAppOptions = {},
): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const fastify = createServer(options, routes);
  const adapter = new FastifyAdapter(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(rootModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    bufferLogs: options.bufferLogs ?? false,
    ...(options.logger === undefined ? {} : { logger: options.logger }),
  });
  app.setGlobalPrefix(API_PREFIX, { exclude: [...(options.unprefixedPaths ?? [])] });
  app.useGlobalFilters(new ProblemFilter(adapter, routes));
  app.useGlobalPipes(new RequestValidationPipe());
  if (options.corsOrigins !== undefined && options.corsOrigins.length > 0) {
    app.enableCors({ origin: [...options.corsOrigins], exposedHeaders: EXPOSED_HEADERS, maxAge: 600 });
  }
  if (options.openApi !== false) serveOpenApi(app, options.openApi);
  return app;
}

/** From now on answers carry `Connection: close`, and connections that are idle are closed at once. */
export function setDraining(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  draining.add(fastify.server);
  fastify.server.closeIdleConnections();
}

function createServer(options: HttpAppOptions, routes: RouteTable): FastifyInstance {
  const fastify = fastifyFactory(serverOptions(options)) as unknown as FastifyInstance;
  answerUnknownExpectations(fastify.server);
  // Before the hooks that the adapter adds: what they answer must have an id and safe headers, too.
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers, httpVersion, method } = request.raw;
    setBaseHeaders(request, reply, DOCS_PATH);
    const repeated = repeatedHeaderOf(request.raw.rawHeaders);
    if (headers.host === undefined && httpVersion === '1.1') {
      done(new RotaError('malformed', 'HOST_MISSING', 'HTTP/1.1 requires a Host header'));
    } else if (repeated !== undefined) {
      done(repeatedHeader(repeated));
    } else if (method === 'OPTIONS' && headers['access-control-request-method'] === undefined && !request.is404) {
      // No preflight, so it is a method as any other; the CORS route would answer it in plain text.
      reply.callNotFound();
    } else {
      done();
    }
  });
  fastify.addHook('onRoute', (route) => routes.add(route.method, route.url));
  closeConnectionsWhile(() => draining.has(fastify.server), fastify);
  if (options.metrics) countRequests(fastify, options.metrics);
  useGuardedJson(fastify);
  return fastify;
}

function serverOptions(options: HttpAppOptions): FastifyHttpOptions<Server> {
  const hops = options.trustedProxyHops ?? 0;
  const requestTimeout = options.requestTimeoutMs ?? DEFAULTS.requestTimeoutMs;
  return {
    logger: false,
    bodyLimit: options.bodyLimitBytes ?? DEFAULTS.bodyLimitBytes,
    trustProxy: hops > 0 ? (_address: string, hop: number) => hop < hops : false,
    requestTimeout,
    connectionTimeout: options.connectionTimeoutMs ?? DEFAULTS.connectionTimeoutMs,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? DEFAULTS.keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // While closing, what still arrives is answered as usual on a connection that then closes.
    return503OnClosing: false,
    genReqId: assignRequestId,
    frameworkErrors: (error, request, reply) => {
      setBaseHeaders(request, reply, DOCS_PATH);
      answerFrameworkError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: options.maxParamLength ?? DEFAULTS.maxParamLength, ignoreTrailingSlash: true },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node itself would answer a missing Host with an empty 400: it is refused in a hook, with a problem.
      requireHostHeader: false,
      // Node swaps the two timeouts if that of the headers is the longer one, as its default often is.
      headersTimeout: requestTimeout,
      requestTimeout,
      // Node looks for late requests every 30 s, which would double the timeout.
      connectionsCheckingInterval: Math.min(requestTimeout, LATENESS_CHECK_MS),
    },
  };
}
