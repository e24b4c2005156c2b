import { Optional } from '@nestjs/common';
import { sharedNowMs } from '../../../kernel/shared-clock.js';
import { type Traceparent, Tracing } from '../../../platform/tracing/index.js';
import type { JobContext, JobHandlerContract } from '../job-handler.contract.js';
import { JobHandler } from '../job-handler.decorator.js';
import { HandlersConfig } from '../handlers.config.js';
import { ProjectSecrets } from '../project-secrets.js';
import { HostResolver } from './host-resolver.js';
import { exchange } from './http-exchange.js';
import type { ExchangeAnswer } from './http-exchange.js';
import { HttpRequestError, HttpRequestRefused, toStorableError } from './http-request.errors.js';
import { HttpRequestPayload } from './http-request.payload.js';
import { firstRequest, followRedirect, redirectLocation } from './outgoing-request.js';
import type { OutgoingRequest } from './outgoing-request.js';
import { Redactor, redactUrl } from './redaction.js';
import { headerFault } from './request-headers.js';
import { SsrfGuard } from './ssrf-guard.js';
import { errorOfStatus } from './status-policy.js';
import { toStoredResponse } from './stored-response.js';
import type { StoredResponse } from './stored-response.js';
import { webhookHeaders } from './webhook-signature.js';

const MAX_REDIRECTS = 3;
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What stays the same over the hops of one attempt. */
interface Attempt {
  context: JobContext;
  signingSecrets: Buffer[];
  signal: AbortSignal;
}

/** Sends one HTTP request per attempt, to public addresses only unless the installation's allowlist names the target. */
@JobHandler('http_request', {
  description:
    'Sends a signed HTTP request and stores the answer. 408, 425, 429, 5xx and network errors are tried again.',
  payload: HttpRequestPayload,
  example: {
    url: 'https://example.com/webhooks/orders',
    method: 'POST',
    headers: { 'x-source': 'rota' },
    body: { orderId: 4711, status: 'paid' },
    timeoutMs: 10_000,
  },
})
export class HttpRequestHandler implements JobHandlerContract<HttpRequestPayload> {
  private readonly guard: SsrfGuard;

  constructor(
    private readonly config: HandlersConfig,
    private readonly secrets: ProjectSecrets,
    resolver: HostResolver,
    @Optional() private readonly tracing: Tracing = Tracing.off,
  ) {
    this.guard = new SsrfGuard(config.httpHandlerAllowlist, resolver);
  }

  /** @throws NonRetryableError, RetryAfterError, or HttpRequestError for what may pass; each with a code, none with data */
  async handle(payload: HttpRequestPayload, context: JobContext): Promise<StoredResponse> {
    const { httpHandlerTimeoutMs, httpHandlerMaxTimeoutMs } = this.config;
    const timeoutMs = Math.min(payload.timeoutMs ?? httpHandlerTimeoutMs, httpHandlerMaxTimeoutMs);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const signal = AbortSignal.any([context.signal, deadline.signal]);
    try {
      return await this.run(payload, context, signal);
    } catch (error) {
      if (context.signal.aborted)
        throw new HttpRequestError('HTTP_ABORTED', 'the request was given up: the job was aborted');
      if (deadline.signal.aborted)
        throw new HttpRequestError('HTTP_TIMEOUT', `no complete answer within ${timeoutMs} ms`);
      throw toStorableError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async run(payload: HttpRequestPayload, context: JobContext, signal: AbortSignal): Promise<StoredResponse> {
    const startedAtMs = performance.now();
    const [secretHeaders, signingSecrets] = await untilAborted(this.readSecrets(payload, context), signal);
    const attempt: Attempt = { context, signingSecrets, signal };
    let request = firstRequest(payload, secretHeaders);
    let redirects = 0;
    for (;;) {
      const answer = await this.sendOnce(request, attempt);
      const location = redirectLocation(answer.status, answer.headers.location);
      if (location === null) {
        const sent = { redirects, durationMs: Math.round(performance.now() - startedAtMs) };
        context.log('http_request answered', { status: answer.status, url: redactUrl(request.url), ...sent });
        const error = errorOfStatus(answer.status, answer.headers);
        if (error) throw error;
        const redactor = new Redactor(Object.values(secretHeaders));
        return toStoredResponse(answer, request.url, redactor, sent);
      }
      if (redirects === MAX_REDIRECTS) {
        throw new HttpRequestRefused(
          'HTTP_TOO_MANY_REDIRECTS',
          `the server redirects more than ${MAX_REDIRECTS} times`,
        );
      }
      redirects += 1;
      request = followRedirect(request, answer.status, location);
    }
  }

  private async sendOnce(request: OutgoingRequest, attempt: Attempt): Promise<ExchangeAnswer> {
    const { signal } = attempt;
    const target = await untilAborted(this.guard.check(request.url), signal);
    // No path, no query: they may be secret.
    const attributes = { 'http.request.method': request.method, 'server.address': request.url.hostname };
    const span = { kind: 'client', parent: attempt.context.traceparent, attributes } as const;
    return this.tracing.around(`HTTP ${request.method}`, span, async (traceparent, made) => {
      const answer = await exchange({
        target,
        method: request.method,
        headers: headersOf(request, attempt, traceparent),
        body: request.body,
        maxResponseBytes: this.config.httpHandlerMaxResponseBytes,
        signal,
      });
      made?.set({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  private async readSecrets(payload: HttpRequestPayload, { projectId }: JobContext) {
    const revealed: Record<string, string> = {};
    try {
      for (const [header, name] of Object.entries(payload.secretHeaders ?? {})) {
        revealed[header] = await this.reveal(projectId, header, name);
      }
      return [revealed, await this.secrets.signingSecrets(projectId)] as const;
    } catch (error) {
      if (error instanceof HttpRequestRefused) throw error;
      throw new HttpRequestError('HTTP_SECRETS_UNAVAILABLE', 'the secrets of the project could not be read');
    }
  }

  private async reveal(projectId: string, header: string, name: string): Promise<string> {
    const value = await this.secrets.reveal(projectId, name);
    if (value === null) throw new HttpRequestRefused('HTTP_SECRET_UNKNOWN', `the project has no secret named ${name}`);
    if (headerFault(header, value) !== null) {
      throw new HttpRequestRefused('HTTP_SECRET_UNUSABLE', `the secret named ${name} cannot be sent as a header`);
    }
    return value;
  }
}

function headersOf(
  request: OutgoingRequest,
  { context, signingSecrets }: Attempt,
  traceparent: Traceparent,
): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'rota', accept: '*/*', ...request.headers };
  headers['accept-encoding'] = 'identity';
  const body = request.body ?? Buffer.alloc(0);
  if (request.body || !['GET', 'HEAD', 'OPTIONS'].includes(request.method))
    headers['content-length'] = String(body.length);
  if (!request.isOwnOrigin) return headers;
  if (traceparent && TRACEPARENT.test(traceparent)) headers['traceparent'] ??= traceparent;
  const timestampSeconds = Math.floor(sharedNowMs() / 1000);
  return { ...headers, ...webhookHeaders({ jobId: context.jobId, timestampSeconds, body, secrets: signingSecrets }) };
}

/** The value of `work`, unless the signal comes first. What still runs then (a name look-up cannot be stopped) ends unheard. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new HttpRequestError('HTTP_ABORTED', 'the request was given up'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
