/** A pid, and when its process started in words of the system. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start?: string;
}

export function startOf(pid: number): string | undefined;
export function identify(pid: number): ProcessIdentity;
export function isRunning(identity: ProcessIdentity | undefined): boolean;
export function endProcess(identity: ProcessIdentity, signal: NodeJS.Signals, waitMs: number): Promise<void>;
