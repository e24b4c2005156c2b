import { createServer } from 'node:http';

/** An HTTP server for demonstration: loopback only, closed with all its connections. */
export async function serveLoopback(port, handle) {
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => sendJson(response, error.status ?? 500, { error: error.message }));
  });
  server.requestTimeout = 30_000;
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function sendJson(response, status, body) {
  if (!response.headersSent) {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  }
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}

/** @throws Error with status 413 above `maxBytes` */
export async function readBody(request, maxBytes) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBytes) throw Object.assign(new Error(`more than ${maxBytes} bytes`), { status: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The newest entries, oldest first. */
export class Recent {
  #entries = [];
  #total = 0;

  constructor(limit) {
    this.limit = limit;
  }

  add(entry) {
    this.#total += 1;
    this.#entries.push(entry);
    if (this.#entries.length > this.limit) this.#entries.shift();
  }

  toJSON() {
    return { total: this.#total, shown: this.#entries.length, entries: this.#entries };
  }
}
