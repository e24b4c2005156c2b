import process from 'node:process';
import { PgBoss } from 'pg-boss';
import { handled } from './probe.mjs';

const boss = new PgBoss({
  connectionString: process.env.DATABASE_URL,
  supervise: false,
  schedule: false,
  useListenNotify: true,
});
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.work('bench', JSON.parse(process.env.WORK_OPTIONS), async (jobs) => {
  for (const job of jobs) handled(job.data);
});
process.once('SIGTERM', () => void boss.stop({ graceful: true, timeout: 5_000 }).finally(() => process.exit(0)));
