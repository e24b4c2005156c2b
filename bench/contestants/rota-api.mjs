import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../scripts/free-ports.mjs';
import { inBench, inBuild, inProject } from '../lab/paths.mjs';
import { WorkerProcess } from '../lab/worker-processes.mjs';
import { RotaDatabase } from './rota-database.mjs';
import { apiEnvironment } from './rota-direct.mjs';

const HANDLERS = { HANDLER_MODULES: inBench('workers', 'rota-handler.mjs') };

/** Rota's api on a database of its own. */
export class RotaApi {
  static async start(lab) {
    return RotaApi.on(await RotaDatabase.create(lab, 'bench_rota_api'));
  }

  /** On a database that has been filled; stopping drops it. */
  static async on(database, extraEnv = {}) {
    const api = new RotaApi();
    api.database = database;
    api.port = await freePort();
    const { env, token, queue } = await apiEnvironment(api.database, api.port);
    api.queue = queue;
    api.token = token;
    api.process = new WorkerProcess({
      file: inBuild('main.js'),
      cwd: inProject(),
      env: { ...env, ...HANDLERS, ...extraEnv },
    });
    await untilAnswers(api.port, api.path('/queues'), token, api.process);
    return api;
  }

  path(rest) {
    return `/api/v1/projects/${this.queue.projectId}${rest}`;
  }

  async stop() {
    await this.process?.stop();
    await this.database?.drop();
  }
}

export async function untilAnswers(port, path, token, process) {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    if (process.hasEnded) break;
    await delay(50);
  }
  throw new Error('the api did not come up');
}
