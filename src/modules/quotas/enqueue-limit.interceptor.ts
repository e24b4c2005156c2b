import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { rateLimitFields } from '../../platform/http/index.js';
import { ENQUEUE_LIMITED } from './enqueue-limit.decorator.js';
import { EnqueueQuota } from './enqueue-quota.js';

type EnqueueRequest = FastifyRequest<{ Params: { projectId: string }; Body: unknown }>;

/**
 * Counts the jobs of a request before anything is done with it, and takes back what was refused or had been enqueued before by the
 * same idempotency key. Runs after the access guard: who may not enqueue here spends nothing.
 */
@Injectable()
export class EnqueueLimitInterceptor implements NestInterceptor {
  constructor(private readonly quota: EnqueueQuota) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (Reflect.getMetadata(ENQUEUE_LIMITED, context.getHandler()) !== true) return next.handle();
    const http = context.switchToHttp();
    const { params, body } = http.getRequest<EnqueueRequest>();
    const reply = http.getResponse<FastifyReply>();
    const projectId = params.projectId.toLowerCase();
    const jobs = jobsOf(body);
    const taken = await this.quota.take(projectId, jobs);
    if (!taken) return next.handle();
    for (const [name, value] of Object.entries(rateLimitFields(taken.state))) void reply.header(name, value);
    return next.handle().pipe(
      tap({
        next: () => {
          if (reply.hasHeader('idempotent-replayed')) taken.giveBack();
        },
        error: () => taken.giveBack(),
      }),
    );
  }
}

/** As many as the body says; one that is not valid is refused right afterwards. */
function jobsOf(body: unknown): number {
  const jobs = typeof body === 'object' && body !== null && 'jobs' in body ? body.jobs : undefined;
  return Array.isArray(jobs) ? Math.max(1, jobs.length) : 1;
}
