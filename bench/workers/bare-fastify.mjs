// What HTTP itself costs: the same server and the same validation as Rota's enqueue, and nothing stored.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import process from 'node:process';
import { inBuild, inProject } from '../lab/paths.mjs';

const { fastify } = createRequire(inProject('package.json'))('fastify');
const { RequestValidationPipe } = await import(inBuild('platform', 'http', 'validation.pipe.js'));
const { EnqueueJobRequest } = await import(inBuild('modules', 'jobs', 'enqueue-job.request.js'));

const app = fastify();
const pipe = new RequestValidationPipe();
app.post('/api/v1/projects/:projectId/jobs', async (request, reply) => {
  const { queue, handler, payload } = await pipe.transform(request.body, { type: 'body', metatype: EnqueueJobRequest });
  reply.status(201);
  return { id: request.params.projectId, queue, handler, payload };
});
await app.listen({ port: Number(process.env.API_PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close().finally(() => process.exit(0)));
