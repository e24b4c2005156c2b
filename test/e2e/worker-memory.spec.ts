import { existsSync, readFileSync } from 'node:fs';
import { BUILD_MS } from '../support/build.js';
import { FaultRoom } from '../support/fault-room.js';
import { until } from '../support/until.js';

const JOBS = 100_000;
const LIMIT_MB = 250;

/** The most that the process ever had resident, in MB: from the kernel where it tells, else from its own heartbeats. */
async function peakMb(room: FaultRoom, pid: number): Promise<number> {
  const status = `/proc/${pid}/status`;
  const told = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  if (told !== undefined) return Number(told) / 1_024;
  const [beat] = await room.database.sql<{ bytes: number }>('SELECT max(rss_bytes) AS bytes FROM worker_heartbeats');
  return (beat?.bytes ?? 0) / 1_048_576;
}

describe('the memory of a worker', () => {
  let room: FaultRoom;
  beforeEach(async () => {
    room = await FaultRoom.open({ WORKER_HEARTBEAT_MS: '200' });
  }, BUILD_MS);
  afterEach(() => room.close());

  it(
    `stays below ${LIMIT_MB} MB with ${JOBS} queued jobs in front of it`,
    async () => {
      const queue = await room.factories.aQueue();
      await room.jobs(queue, {
        count: JOBS,
        payload: { note: 'x'.repeat(200), list: Array.from({ length: 20 }, (_, n) => n) },
      });
      const worker = await room.fleet.worker();
      let peak = 0;
      await until(
        async () => {
          peak = Math.max(peak, await peakMb(room, worker.pid));
          return (await room.count('live_jobs')) === 0;
        },
        'all jobs are done',
        BUILD_MS - 60_000,
      );
      expect(worker.hasEnded).toBe(false);
      expect(peak).toBeGreaterThan(30);
      expect(peak).toBeLessThan(LIMIT_MB);
    },
    BUILD_MS,
  );
});
