import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RotaError } from '../../kernel/errors.js';
import { parseJsonGuarded } from '../../kernel/payload-guard.js';

interface BodyLimitConfig {
  readonly bodyLimitBytes?: number;
}

/** Lets one route take a larger (or only a smaller) body than the rest, in bytes of the text as sent. */
export function BodyLimit(bytes: number): MethodDecorator {
  return RouteConfig({ bodyLimitBytes: bytes } satisfies BodyLimitConfig);
}

/**
 * Puts the payload guard in the place of Fastify's parsers: JSON is the only media type, and what passes can be stored
 * unchanged. Must run before the routes are added, because their own limits are read when they are.
 */
export function useGuardedJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRoute', (route) => {
    const { bodyLimitBytes } = (route.config ?? {}) as BodyLimitConfig;
    if (bodyLimitBytes !== undefined) route.bodyLimit = bodyLimitBytes;
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(refusal(request));
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJsonGuarded(body, { maxBytes: request.routeOptions.bodyLimit }));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Inflating happens before any limit or permission is looked at, so a compressed request is refused unread. */
function refusal(request: FastifyRequest): RotaError | undefined {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return undefined;
  return new RotaError('unsupported_media', 'CONTENT_ENCODING_UNSUPPORTED', 'send the body without a content encoding');
}
