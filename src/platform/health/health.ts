/** Answers why something is not ready, or undefined when it is. */
export type ReadinessCheck = () => string | undefined | Promise<string | undefined>;

export interface Readiness {
  readonly isReady: boolean;
  readonly reasons: Readonly<Record<string, string>>;
}

/** What stands between this process and its work. Liveness has no checks: a process that can answer is alive. */
export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();

  check(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  async readiness(): Promise<Readiness> {
    const reasons: Record<string, string> = {};
    for (const [name, check] of this.checks) {
      try {
        const reason = await check();
        if (reason !== undefined) reasons[name] = reason;
      } catch {
        reasons[name] = 'check failed';
      }
    }
    return { isReady: Object.keys(reasons).length === 0, reasons };
  }
}
