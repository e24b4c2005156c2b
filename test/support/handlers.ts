import { HostResolver } from '../../src/modules/handlers/http-request/host-resolver.js';
import { HttpRequestHandler } from '../../src/modules/handlers/http-request/http-request.handler.js';
import { HandlersConfig, ProjectSecrets } from '../../src/modules/handlers/index.js';
import type { JobContext } from '../../src/modules/handlers/index.js';
import { loadConfig } from '../../src/platform/config/index.js';

export interface RecordedContext extends JobContext {
  lines: { message: string; data?: Record<string, unknown> }[];
  percents: number[];
}

export function aJobContext(overrides: Partial<JobContext> = {}): RecordedContext {
  const lines: RecordedContext['lines'] = [];
  const percents: number[] = [];
  return {
    jobId: '0198c1f2-0000-7000-8000-000000000001',
    projectId: '0198c1f2-0000-7000-8000-0000000000aa',
    queueId: '0198c1f2-0000-7000-8000-0000000000bb',
    attempt: 1,
    executionSeq: 1,
    signal: new AbortController().signal,
    traceparent: null,
    log: (message, data) => lines.push({ message, data }),
    progress: (percent) => percents.push(percent),
    lines,
    percents,
    ...overrides,
  };
}

export function aHandlersConfig(overrides: Partial<HandlersConfig> = {}): HandlersConfig {
  return Object.assign(loadConfig(HandlersConfig, {}), overrides);
}

/** Secrets of one project, held in memory. */
export class InMemoryProjectSecrets extends ProjectSecrets {
  constructor(
    private readonly values: Record<string, string> = {},
    private readonly keys: Buffer[] = [],
  ) {
    super();
  }

  signingSecrets(): Promise<Buffer[]> {
    return Promise.resolve(this.keys);
  }

  reveal(_projectId: string, name: string): Promise<string | null> {
    return Promise.resolve(this.values[name] ?? null);
  }
}

export class FixedAnswers extends HostResolver {
  asked = 0;

  constructor(private readonly answers: Record<string, string[]>) {
    super();
  }

  override resolve(hostname: string): Promise<string[]> {
    this.asked += 1;
    return Promise.resolve(this.answers[hostname] ?? []);
  }
}

export interface HttpHandlerSetup {
  allow?: string[];
  secrets?: ProjectSecrets;
  resolver?: HostResolver;
  config?: Partial<HandlersConfig>;
}

/** `http_request` with nothing but loopback within its reach: names that the test does not answer have no address. */
export function anHttpRequestHandler({
  allow = [],
  secrets,
  resolver,
  config,
}: HttpHandlerSetup = {}): HttpRequestHandler {
  return new HttpRequestHandler(
    aHandlersConfig({ httpHandlerAllowlist: allow, ...config }),
    secrets ?? new InMemoryProjectSecrets(),
    resolver ?? new FixedAnswers({}),
  );
}
