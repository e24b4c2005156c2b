/** Ends what takes too long. A stream that has begun may last: whoever passes one on lifts the deadline. */
export class Deadline {
  readonly signal: AbortSignal;
  private readonly over = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /** `caller`: ends it as well, when whoever asked has left. */
  constructor(
    readonly ms: number,
    caller: AbortSignal,
  ) {
    this.signal = AbortSignal.any([caller, this.over.signal]);
    this.timer = setTimeout(() => this.over.abort(), ms);
    this.timer.unref();
  }

  get isOver(): boolean {
    return this.over.signal.aborted;
  }

  lift(): void {
    clearTimeout(this.timer);
  }
}
