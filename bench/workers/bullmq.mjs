import process from 'node:process';
import { createPostgresBackend, Worker } from 'bullmq';
import { handled } from './probe.mjs';

const options = { connection: JSON.parse(process.env.CONNECTION), concurrency: Number(process.env.CONCURRENCY) };
const handle = async (job) => handled(job.data);
const worker =
  process.env.BACKEND === 'postgres'
    ? new Worker('bench', handle, options, createPostgresBackend)
    : new Worker('bench', handle, options);
worker.on('error', (error) => console.error(error));
process.once('SIGTERM', () => void worker.close().finally(() => process.exit(0)));
