import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identify, isRunning } from './process-identity.mjs';
import { RunLock } from './run-lock.mjs';

describe('the lock of npm start', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'rota-lock-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('lets one in and tells all others who has it, and where', async () => {
    await new RunLock(home).acquire({ what: 'http://localhost:3000' });
    const attempts = Array.from({ length: 5 }, () => new RunLock(home).acquire({ what: 'http://localhost:4000' }));
    for (const outcome of await Promise.allSettled(attempts)) {
      expect(outcome).toMatchObject({ status: 'rejected' });
      expect(String((outcome as PromiseRejectedResult).reason)).toContain(
        `already running (pid ${process.pid}): http://localhost:3000`,
      );
    }
  });

  it('of a process whose pid now belongs to another is void', async () => {
    writeFileSync(
      path.join(home, 'run.json'),
      JSON.stringify({ owner: { pid: process.pid, start: 'long ago' }, children: [] }),
    );
    await new RunLock(home).acquire({ what: 'http://localhost:3000' });
    expect(JSON.parse(readFileSync(path.join(home, 'run.json'), 'utf8'))).toMatchObject({
      owner: identify(process.pid),
    });
  });

  it('ends what a killed owner left behind, and nobody who only has its pid', async () => {
    const leftover = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      const children = [
        { name: 'worker', stopSignal: 'SIGTERM', ...identify(leftover.pid) },
        { name: 'api', stopSignal: 'SIGTERM', pid: stranger.pid, start: 'long ago' },
      ];
      writeFileSync(path.join(home, 'run.json'), JSON.stringify({ owner: { pid: 0 }, children }));
      await new RunLock(home).acquire({ what: 'http://localhost:3000' });
      expect(isRunning(children[0])).toBe(false);
      expect(isRunning(identify(stranger.pid))).toBe(true);
    } finally {
      leftover.kill('SIGKILL');
      stranger.kill('SIGKILL');
    }
  });

  it('that is damaged is taken over, and a released one is gone', async () => {
    writeFileSync(path.join(home, 'run.json'), '{"owner":');
    const lock = new RunLock(home);
    await lock.acquire({ what: 'http://localhost:3000' });
    lock.release();
    expect(existsSync(path.join(home, 'run.json'))).toBe(false);
  });
});
