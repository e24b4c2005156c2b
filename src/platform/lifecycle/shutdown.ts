/** Order of a shutdown: nobody new, nothing new, end what runs, then the connections. */
export const SHUTDOWN_PHASES = ['readiness', 'intake', 'drain', 'connections'] as const;
export type ShutdownPhase = (typeof SHUTDOWN_PHASES)[number];

type Step = { readonly name: string; readonly run: () => Promise<void> | void };

/** Steps of a shutdown by phase. Phases run one after the other, the steps of a phase together; a step that fails stops nothing. */
export class Shutdown {
  private readonly steps = new Map<ShutdownPhase, Step[]>(SHUTDOWN_PHASES.map((phase) => [phase, []]));
  private running: Promise<void> | undefined;
  /** Somebody has lost patience: waiting for work to end is over, giving it back is not. */
  isHurried = false;

  constructor(private readonly onError: (step: string, error: unknown) => void = () => undefined) {}

  get hasBegun(): boolean {
    return this.running !== undefined;
  }

  on(phase: ShutdownPhase, name: string, run: Step['run']): void {
    this.steps.get(phase)?.push({ name, run });
  }

  /** Runs once; further calls wait for the same shutdown. */
  run(): Promise<void> {
    this.running ??= this.runPhases();
    return this.running;
  }

  private async runPhases(): Promise<void> {
    for (const phase of SHUTDOWN_PHASES) {
      const steps = this.steps.get(phase) ?? [];
      await Promise.all(
        steps.map(async (step) => {
          try {
            await step.run();
          } catch (error) {
            this.onError(step.name, error);
          }
        }),
      );
    }
  }
}
