import type { RateLimitState } from '../../kernel/errors.js';

/** The fields of draft-ietf-httpapi-ratelimit-headers: the policy with quota and window, and what is left until the reset. */
export function rateLimitFields(state: RateLimitState): Record<string, string> {
  const name = `"${state.policy}"`;
  return {
    'ratelimit-policy': `${name};q=${state.limit};w=${state.windowSeconds}`,
    ratelimit: `${name};r=${Math.max(0, state.remaining)};t=${Math.max(0, Math.ceil(state.resetSeconds))}`,
  };
}
