import process from 'node:process';
import { Logger, run } from 'graphile-worker';
import { handled } from './probe.mjs';

const runner = await run({
  preset: { worker: { ...JSON.parse(process.env.PRESET), connectionString: process.env.DATABASE_URL } },
  logger: new Logger(() => () => undefined),
  noHandleSignals: true,
  taskList: { bench: async (payload) => handled(payload) },
});
process.once('SIGTERM', () => void runner.stop().finally(() => process.exit(0)));
