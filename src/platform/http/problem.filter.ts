import { type ArgumentsHost, Catch, type ExceptionFilter, type HttpServer, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError } from '../../kernel/clean-text.js';
import { RotaError } from '../../kernel/errors.js';
import { fromStatus, type Problem, problemDocument, toProblem } from './problem.js';
import type { RouteTable } from './route-table.js';
import { PROBLEM_MEDIA_TYPE } from './server-problems.js';

/** The one place where an exception becomes a response: `application/problem+json` (RFC 9457), never an internal message. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  constructor(
    private readonly adapter: HttpServer,
    private readonly routes: RouteTable,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const response = http.getResponse<FastifyReply>();
    const problem =
      request.is404 && !(exception instanceof RotaError) ? this.unknownRoute(request) : toProblem(exception);
    this.log(problem, exception, request);
    if (this.adapter.isHeadersSent(response)) {
      // Half of an answer is out: only a broken connection tells the caller that it is not whole.
      (response.raw ?? response).destroy();
      return;
    }
    const document = JSON.stringify(problemDocument(problem, request.id));
    for (const [name, value] of Object.entries(problem.headers ?? {})) this.adapter.setHeader?.(response, name, value);
    this.adapter.setHeader?.(response, 'content-type', PROBLEM_MEDIA_TYPE);
    this.adapter.reply(response, document, problem.status);
  }

  private unknownRoute(request: FastifyRequest): Problem {
    const allowed = this.routes.methodsOf(request.url);
    // A route that serves files knows the method, but not the file.
    if (allowed.length > 0 && !allowed.includes(request.method))
      return { ...fromStatus(405), headers: { allow: allowed.join(', ') } };
    return { status: 404, code: 'ROUTE_NOT_FOUND', detail: 'there is no such route' };
  }

  private log(problem: Problem, exception: unknown, request: FastifyRequest): void {
    if (problem.severity === undefined) return;
    // The pattern of the route, not its URL: queries may carry what nobody should read.
    const entry = {
      msg: 'request failed',
      requestId: request.id,
      method: request.method,
      route: request.routeOptions?.url,
      status: problem.status,
      code: problem.code,
      error: describeError(exception),
    };
    if (problem.severity === 'error') this.logger.error(entry);
    else this.logger.warn(entry);
  }
}
