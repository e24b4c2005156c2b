import type { FastifyReply } from 'fastify';
import type { EventSink } from './project-events.js';

/** A client that takes nothing for so long a queue is gone, or as good as gone: it comes back and is told what it missed. */
const MAX_UNSENT_BYTES = 65_536;
const QUIET_MS = 15_000;
/** When a stream ends, clients come back after about a second, not all in the same instant. */
const RETRY_MS = 1_000;

const END_MS = 1_000;

export type StreamEnd = 'unauthenticated' | 'forbidden' | 'shutdown';

/** One open `text/event-stream` (WHATWG HTML, server-sent events) on the socket of a request. */
export class EventStream implements EventSink {
  private lastSentAtMs = performance.now();

  constructor(
    private readonly reply: FastifyReply,
    onClose: () => void,
  ) {
    const { raw } = reply;
    reply.hijack();
    raw.on('close', onClose);
    raw.on('error', () => raw.destroy());
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A proxy that gathers answers would hold the hints back.
      'x-accel-buffering': 'no',
      // The socket ends with the stream: nobody waits for it to be idle.
      connection: 'close',
    });
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    this.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_MS)}\n\n`);
  }

  send(event: string, data: object, id?: string): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment after a while of silence, so that proxies and half-open connections show themselves. */
  beat(): void {
    if (performance.now() - this.lastSentAtMs >= QUIET_MS) this.write(': beat\n\n');
  }

  end(reason: StreamEnd): void {
    this.send('end', { reason });
    this.reply.raw.end();
    // A client that does not read must not hold up a shutdown.
    setTimeout(() => this.reply.raw.destroy(), END_MS).unref();
  }

  private write(text: string): void {
    const { raw } = this.reply;
    if (raw.destroyed || raw.writableEnded) return;
    if (raw.writableLength > MAX_UNSENT_BYTES) {
      raw.destroy();
      return;
    }
    this.lastSentAtMs = performance.now();
    raw.write(text);
  }
}
