/** What has been started, ended in the opposite order. A member that fails to stop keeps nothing else from stopping. */
export class RunningThings {
  #things = [];

  add(thing) {
    this.#things.push(thing);
    return thing;
  }

  /** Members that were added together as a list stop side by side. */
  async stop(onError) {
    for (const thing of this.#things.toReversed()) {
      const together = Array.isArray(thing) ? thing : [thing];
      const outcomes = await Promise.allSettled(together.map((member) => member.stop()));
      for (const outcome of outcomes) if (outcome.status === 'rejected') onError(outcome.reason);
    }
    this.#things = [];
  }

  /** At once, without a goodbye. */
  kill() {
    for (const thing of this.#things.flat().toReversed()) thing.kill?.();
  }
}
