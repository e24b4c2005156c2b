// Rota's enqueue without HTTP: the store, the batching and the wake-up of the api, called in this process.
import { randomBytes } from 'node:crypto';
import { inBuild } from '../lab/paths.mjs';

const { HotDatabase, ControlDatabase, Notifier } = await import(inBuild('platform', 'database', 'index.js'));
const { EnqueueStore } = await import(inBuild('modules', 'jobs', 'enqueue.store.js'));
const { newId } = await import(inBuild('kernel', 'ids.js'));

export class RotaDirect {
  #hot;
  #control;
  #notifier;
  #store = new EnqueueStore();
  #queue;

  constructor(url, queue) {
    const options = { url, name: 'rota-bench', statementTimeoutMs: 15_000, connectTimeoutMs: 5_000 };
    this.#hot = new HotDatabase({ ...options, max: 3 });
    this.#control = new ControlDatabase({ ...options, max: 1 });
    this.#notifier = new Notifier(this.#control);
    this.#queue = queue;
  }

  async enqueue(payload) {
    await this.enqueueMany([payload]);
  }

  async enqueueMany(payloads) {
    const { id: queueId, projectId } = this.#queue;
    const items = payloads.map((payload) => ({
      job: { id: newId(), projectId, queueId, handler: 'bench', payloadJson: JSON.stringify(payload), priority: 0 },
    }));
    const rider = this.#notifier.takeTurn('rota_queued', [queueId]);
    await this.#store.enqueue(this.#hot, items, undefined, rider);
    if (!rider) this.#notifier.notify('rota_queued', queueId);
  }

  async close() {
    await this.#notifier.close();
    await Promise.all([this.#hot.close(), this.#control.close()]);
  }
}

/** An api process with a key of the bench's project that may do everything a key can. */
export async function apiEnvironment(database, port) {
  const { mintApiKey } = await import(inBuild('modules', 'auth', 'api-key.js'));
  const { token, prefix, hash } = mintApiKey();
  const { rows } = await database.client.query(
    'SELECT id, project_id AS "projectId" FROM queues ORDER BY name LIMIT 1',
  );
  const [queue] = rows;
  await database.client.query(
    `INSERT INTO api_keys (id, project_id, name, prefix, key_hash, scopes) VALUES (gen_random_uuid(), $1, 'bench', $2, $3, $4)`,
    [queue.projectId, prefix, hash, ['enqueue', 'read', 'manage']],
  );
  const secret = () => randomBytes(32).toString('hex');
  const env = {
    ROLE: 'api',
    DATABASE_URL: database.url,
    API_PORT: String(port),
    OPERATIONS_PORT: '0',
    LOG_LEVEL: 'error',
    ENQUEUE_LIMIT_PER_MINUTE: '0',
    JWT_SECRET: secret(),
    JWT_REFRESH_SECRET: secret(),
    SECRETS_KEY: secret(),
  };
  return { env, token, queue };
}
