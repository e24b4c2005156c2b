import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { freePort, freePortRange } from './free-ports.mjs';

describe('free ports', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  });

  const take = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const server = createServer();
      servers.push(server);
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });

  it('are none that a connection which goes out may be given meanwhile', async () => {
    const range = '/proc/sys/net/ipv4/ip_local_port_range';
    const first = process.platform === 'linux' ? Number(readFileSync(range, 'utf8').split(/\s/)[0]) : 49_152;
    for (let count = 0; count < 20; count += 1) expect(await freePort()).toBeLessThan(first);
  });

  it('are promised once, whether anything listens there already or not', async () => {
    const [before, first, after] = [await freePort(), await freePortRange(3), await freePort()];
    expect(new Set([before, first, first + 1, first + 2, after]).size).toBe(5);
  });

  it('in a range are all free: one that somebody has moves the whole range', async () => {
    const first = await freePort();
    await take(first + 2).catch(() => undefined); // if somebody else has it already, that is as good
    const range = await freePortRange(3);
    expect([range, range + 1, range + 2]).not.toContain(first + 2);
  });
});
