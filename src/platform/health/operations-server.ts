import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics/metrics.js';
import type { Health } from './health.js';

/** `/livez`, `/readyz` and `/metrics` on a port of their own, in every role; never to be exposed. */
export class OperationsServer {
  private readonly server: Server;

  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request.url ?? '/', response).catch(() => response.writeHead(500).end());
    });
    this.server.requestTimeout = 10_000;
  }

  /** Resolves with the port in use. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?', 1)[0];
    if (path === '/livez') return json(response, 200, { status: 'alive' });
    if (path === '/readyz') {
      const { isReady, reasons } = await this.health.readiness();
      return json(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', reasons });
    }
    if (path === '/metrics') {
      const { contentType, text } = await this.metrics.exposition();
      response.writeHead(200, { 'content-type': contentType }).end(text);
      return;
    }
    json(response, 404, { status: 'not found' });
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
