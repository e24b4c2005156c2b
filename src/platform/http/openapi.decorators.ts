import type { Type } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam } from '@nestjs/swagger';

/** Documents an id in the path: `jobId` is the `id of the job`. */
export function ApiIdParam(name: string): ClassDecorator & MethodDecorator {
  const words = name
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return ApiParam({ name, description: `id of the ${words}`, schema: { type: 'string', format: 'uuid' } });
}

/** Documents the header that makes a change depend on the version that it is based on. */
export function ApiIfMatch(): MethodDecorator {
  return ApiHeader({
    name: 'If-Match',
    description: 'the ETag that the change is based on; when it is another one by now, the answer is 412',
    schema: { type: 'string', example: '"7"' },
  });
}

/** Documents example bodies by name. The contract tests send every one of them to a running api. */
export function ApiExamples(type: Type, examples: Readonly<Record<string, object>>): MethodDecorator {
  const entries = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return ApiBody({ type, examples: Object.fromEntries(entries) as Record<string, { value: object }> });
}
