import { type CanActivate, type ExecutionContext, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitFields } from '../../platform/http/index.js';
import { EnqueueQuota, type TakenJobs } from './enqueue-quota.js';

const TAKEN = Symbol('jobs counted');

interface Counted {
  [TAKEN]?: TakenJobs | undefined;
}

type EnqueueRequest = FastifyRequest<{ Params: { projectId: string }; Body: unknown }> & Counted;

/**
 * Counts the jobs of a request before anything is done with it, and takes back what was refused or had been enqueued before by the
 * same idempotency key. A guard of the route, so it runs after the access guard: who may not enqueue here spends nothing. No
 * interceptor: one of them, anywhere, costs every request of the api a chain of observables.
 */
@Injectable()
export class EnqueueLimitGuard implements CanActivate, OnModuleInit {
  constructor(
    private readonly quota: EnqueueQuota,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    // A context without an interface has an adapter that stands for none.
    const server = this.host.httpAdapter?.getInstance?.<Partial<FastifyInstance> | undefined>();
    server?.addHook?.('onSend', (request, reply, payload, done) => {
      if (reply.statusCode >= 400 || reply.hasHeader('idempotent-replayed')) giveBack(request);
      done(null, payload);
    });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<EnqueueRequest>();
    const taken = await this.quota.take(request.params.projectId.toLowerCase(), jobsOf(request.body));
    if (taken === undefined) return true;
    request[TAKEN] = taken;
    const reply = http.getResponse<FastifyReply>();
    for (const [name, value] of Object.entries(rateLimitFields(taken.state))) void reply.header(name, value);
    return true;
  }
}

/** Once: each module that uses the guard has an instance of its own, with a hook of its own. */
function giveBack(request: FastifyRequest & Counted): void {
  request[TAKEN]?.giveBack();
  request[TAKEN] = undefined;
}

/** As many as the body says; one that is not valid is refused right afterwards. */
function jobsOf(body: unknown): number {
  const jobs = typeof body === 'object' && body !== null && 'jobs' in body ? body.jobs : undefined;
  return Array.isArray(jobs) ? Math.max(1, jobs.length) : 1;
}
