export interface StartedProcess {
  readonly pid: number;
  readonly command: string;
}

export function isRunning(pid: number): boolean;
export function descendantsOf(root: number): StartedProcess[];
export function stopStarted(logs: string | undefined): Promise<void>;
