// What HTTP itself costs: the same server and the same validation as Rota's enqueue, and nothing stored. Given a DATABASE_URL and a
// QUEUE (JSON), it stores what it got by Rota's own statement in Rota's own batches, and does nothing else: the limit of any api.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import process from 'node:process';
import { inBuild, inProject } from '../lab/paths.mjs';

const { fastify } = createRequire(inProject('package.json'))('fastify');
const { RequestValidationPipe } = await import(inBuild('platform', 'http', 'validation.pipe.js'));
const { EnqueueJobRequest } = await import(inBuild('modules', 'jobs', 'enqueue-job.request.js'));

const store = process.env.QUEUE === undefined ? undefined : await aStore(JSON.parse(process.env.QUEUE));
const app = fastify();
const pipe = new RequestValidationPipe();
app.post('/api/v1/projects/:projectId/jobs', async (request, reply) => {
  const { queue, handler, payload } = await pipe.transform(request.body, { type: 'body', metatype: EnqueueJobRequest });
  const id = store ? await store(handler, payload) : request.params.projectId;
  reply.status(201);
  return { id, queue, handler, payload };
});
await app.listen({ port: Number(process.env.API_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close().finally(() => process.exit(0)));

async function aStore({ id: queueId, projectId }) {
  const { Batcher, HotDatabase } = await import(inBuild('platform', 'database', 'index.js'));
  const { EnqueueStore } = await import(inBuild('modules', 'jobs', 'enqueue.store.js'));
  const { newId } = await import(inBuild('kernel', 'ids.js'));
  const options = { name: 'rota-bench', max: 3, statementTimeoutMs: 15_000, connectTimeoutMs: 5_000 };
  const database = new HotDatabase({ ...options, url: process.env.DATABASE_URL });
  const enqueue = new EnqueueStore();
  const batcher = new Batcher({ flush: (items) => enqueue.enqueue(database, items), maxItems: 200, lanes: 3 });
  return async (handler, payload) => {
    const job = { id: newId(), projectId, queueId, handler, payloadJson: JSON.stringify(payload), priority: 0 };
    await batcher.submit({ job });
    return job.id;
  };
}
