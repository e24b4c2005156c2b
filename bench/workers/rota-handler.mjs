// Rota's no-op handler of the benchmark, brought in the way that a user brings handlers: by HANDLER_MODULES.
import { inBuild } from '../lab/paths.mjs';
import { handled } from './probe.mjs';

const { JobHandler } = await import(inBuild('modules', 'handlers', 'index.js'));

class BenchPayload {}

export class BenchHandler {
  async handle(payload) {
    handled(payload);
  }
}

JobHandler('bench', {
  description: 'Counts that it was called.',
  payload: BenchPayload,
  example: { text: 'x' },
  allowUnknownProperties: true,
})(BenchHandler);
