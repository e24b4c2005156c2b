import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { fromStatus } from './problem.js';

export class FieldFaultResponse {
  @ApiProperty({
    type: 'string',
    description: 'JSON pointer into the body, or /query/… or /path/…',
    example: '/jobs/3/queue',
  })
  pointer: string;

  @ApiProperty({ type: 'string', description: 'stable', example: 'REQUIRED' })
  code: string;

  @ApiProperty({ type: 'string', example: 'queue is required' })
  detail: string;
}

/** RFC 9457. */
export class ProblemResponse {
  @ApiProperty({
    type: 'string',
    description: 'a URI that names the kind of problem',
    example: 'urn:rota:problem:validation-failed',
  })
  type: string;

  @ApiProperty({ type: 'string', example: 'Unprocessable Content' })
  title: string;

  @ApiProperty({ type: 'integer', example: 422 })
  status: number;

  @ApiProperty({ type: 'string', description: 'stable: switch on this one', example: 'VALIDATION_FAILED' })
  code: string;

  @ApiProperty({ type: 'string', example: 'one field is not as required' })
  detail: string;

  @ApiProperty({ type: () => [FieldFaultResponse] })
  errors: FieldFaultResponse[];

  @ApiProperty({
    type: 'string',
    description: 'X-Request-Id of the response',
    example: '0190163d-8694-739b-aea5-966c26f8ad91',
  })
  requestId: string;
}

const PROBLEM_SCHEMA = { schema: { $ref: getSchemaPath(ProblemResponse) } };
const RETRY_AFTER = {
  'Retry-After': { description: 'try again after so many seconds', schema: { type: 'integer' as const } },
};

export function problemDocumentation(status: number): {
  description: string;
  content: Record<string, typeof PROBLEM_SCHEMA>;
  headers?: typeof RETRY_AFTER;
} {
  return {
    description: fromStatus(status).detail,
    ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
    content: { 'application/problem+json': PROBLEM_SCHEMA },
  };
}

/** Documents the problems that a route answers with. Those that follow from its shape (401, 422, 503 …) need not be named. */
export function ApiProblems(...statuses: number[]): ClassDecorator & MethodDecorator {
  const responses = statuses.map((status) => ApiResponse({ status, ...problemDocumentation(status) }));
  return applyDecorators(ApiExtraModels(ProblemResponse, FieldFaultResponse), ...responses);
}
