import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

/**
 * What every answer has, whoever makes it: data, a file, a refusal of Next itself. Should a browser be led to show it as a page, nothing
 * in it runs or loads. Pages get a policy of their own instead (`proxy.ts`).
 */
const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

subscribe('http.server.response.created', (message) => {
  const { response } = message as { response: ServerResponse };
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) response.setHeader(name, value);
});
