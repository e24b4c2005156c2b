import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface LoopbackServer {
  host: string;
  port: number;
  origin: string;
  /** host:port, as the allowlist writes it. */
  entry: string;
  seen: SeenRequest[];
  /** Connections accepted so far. */
  connections(): number;
  /** Connections still open. */
  openConnections(): number;
}

/** Real servers on loopback for one test; all are closed, with what is connected to them, by `closeAll`. */
export class LoopbackServers {
  private readonly open: { server: net.Server; sockets: Set<net.Socket> }[] = [];

  /** An HTTP server that records each request with its body and then answers by `answer` (default: 200 `ok`). */
  http(
    answer: RequestListener = (_request, response) => response.end('ok'),
    host = '127.0.0.1',
  ): Promise<LoopbackServer> {
    const seen: SeenRequest[] = [];
    return this.listen(createServer(recording(seen, answer)), host, 'http', seen);
  }

  https(keys: { key: string; cert: string }, answer: RequestListener, host = '127.0.0.1'): Promise<LoopbackServer> {
    const seen: SeenRequest[] = [];
    return this.listen(https.createServer(keys, recording(seen, answer)), host, 'https', seen);
  }

  /** A server that speaks bytes: for answers that no HTTP library would send. */
  tcp(onConnection: (socket: net.Socket) => void, host = '127.0.0.1'): Promise<LoopbackServer> {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    return this.listen(server, host, 'http', []);
  }

  async closeAll(): Promise<void> {
    for (const { server, sockets } of this.open.splice(0)) {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  private async listen(server: net.Server, host: string, scheme: string, seen: SeenRequest[]): Promise<LoopbackServer> {
    const sockets = new Set<net.Socket>();
    let connections = 0;
    server.on('connection', (socket: net.Socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    this.open.push({ server, sockets });
    const { port } = server.address() as net.AddressInfo;
    const entry = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const origin = `${scheme}://${entry}`;
    return { host, port, origin, entry, seen, connections: () => connections, openConnections: () => sockets.size };
  }
}

function recording(seen: SeenRequest[], answer: RequestListener): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  };
}
