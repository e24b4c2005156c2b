import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/**
 * Next offers no address of the connection, and believes an X-Forwarded-For that the caller wrote. So the peer is appended to
 * that header before anybody reads it, as a proxy would do.
 */
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  const peer = request.socket.remoteAddress;
  if (peer === undefined) return;
  const before = request.headers['x-forwarded-for'];
  request.headers['x-forwarded-for'] = before === undefined ? peer : `${String(before)}, ${peer}`;
});
