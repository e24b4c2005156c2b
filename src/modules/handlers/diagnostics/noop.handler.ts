import { JobHandler } from '../job-handler.decorator.js';
import type { JobHandlerContract } from '../job-handler.contract.js';

/** Any JSON object. */
export class NoopPayload {}

/** Does nothing, at once: for trying out a queue and for measuring what a job costs without its work. */
@JobHandler('noop', {
  description: 'Does nothing and succeeds at once, with any payload.',
  payload: NoopPayload,
  example: { note: 'anything' },
  allowUnknownProperties: true,
})
export class NoopHandler implements JobHandlerContract<NoopPayload> {
  handle(): Promise<null> {
    return Promise.resolve(null);
  }
}
