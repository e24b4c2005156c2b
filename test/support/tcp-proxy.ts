import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * Stands between a process and PostgreSQL. `cut` is what a broken network looks like: nothing arrives any more, in either
 * direction, and nobody is told; new connections are accepted by the dead end as well. `reset` breaks what is open with RST.
 */
export class TcpProxy {
  private readonly pairs = new Set<Pair>();
  private isCut = false;
  private isRefusing = false;
  private delayMs = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (near) => this.join(near));
  }

  static async to(databaseUrl: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(databaseUrl);
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, { host: hostname, port: Number(port || 5432) });
  }

  /** The same database through this proxy. */
  url(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  get connections(): number {
    return this.pairs.size;
  }

  cut(): void {
    this.isCut = true;
    for (const { near, far } of this.pairs) {
      near.pause();
      far.pause();
    }
  }

  /** Packets flow again; what waited arrives late, as it does after a short break. */
  heal(): void {
    this.isCut = false;
    this.isRefusing = false;
    for (const { near, far } of this.pairs) {
      near.resume();
      far.resume();
    }
  }

  /** Half-open: this side believes in its connections, the server has long lost them. New ones hang. */
  forget(): void {
    this.cut();
    for (const { far } of this.pairs) far.resetAndDestroy();
  }

  /** Open connections end with RST; with `isRefusing` new ones do too, until `heal`. */
  reset(isRefusing = false): void {
    this.isRefusing = isRefusing;
    for (const { near, far } of this.pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  /** Each chunk arrives that much later, in each direction. */
  slowDown(delayMs: number): void {
    this.delayMs = delayMs;
  }

  async close(): Promise<void> {
    for (const { near, far } of this.pairs) {
      near.destroy();
      far.destroy();
    }
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket): void {
    if (this.isRefusing) return void near.on('error', () => undefined).resetAndDestroy();
    const far = connect(this.target);
    const pair = { near, far };
    this.pairs.add(pair);
    this.pipe(near, far, pair);
    this.pipe(far, near, pair);
    if (this.isCut) far.pause();
    else near.resume();
  }

  private pipe(from: Socket, to: Socket, pair: Pair): void {
    from.on('data', (chunk) => {
      if (this.delayMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), this.delayMs);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      // A break in a cut network is noticed by nobody on the other side.
      if (this.isCut && from === pair.far) return;
      this.pairs.delete(pair);
      to.destroy();
    });
  }
}
