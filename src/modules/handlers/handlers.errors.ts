/** The process must not start: the set of handlers is not what it claims to be. Lists every fault that was found. */
export class HandlerBootError extends Error {
  override readonly name = 'HandlerBootError';
  readonly code = 'HANDLER_BOOT';

  constructor(readonly faults: readonly string[]) {
    super(`the handlers cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
