import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Level } from 'pino';
import { Log } from './log.js';

/**
 * One line per request: method, path, status and time, as pino-http words it. Bodies, queries and headers are never logged. A hook of
 * the server and not pino-http itself, which makes two loggers for each request, also for those that nobody is told of.
 */
@Injectable()
export class RequestLines implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    // A context without an interface has an adapter that stands for none.
    const server = this.host.httpAdapter?.getInstance?.<Partial<FastifyInstance> | undefined>();
    server?.addHook?.('onResponse', (request, reply, done) => {
      this.write(request, reply);
      done();
    });
  }

  private write(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode } = reply;
    const level = levelOf(statusCode);
    const { pino } = this.log;
    if (!pino.isLevelEnabled(level)) return;
    const line = {
      reqId: request.id,
      req: { method: request.method, path: request.url.split('?', 1)[0] },
      res: { statusCode },
      responseTime: Math.round(reply.elapsedTime),
    };
    pino[level](line, statusCode >= 500 ? 'request errored' : 'request completed');
  }
}

function levelOf(statusCode: number): Level {
  if (statusCode >= 500) return 'error';
  return statusCode >= 400 ? 'info' : 'debug';
}
