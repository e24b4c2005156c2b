import type { ChildProcess } from 'node:child_process';

export interface EmbeddedPostgres {
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  url(database: string): string;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

export function testedVersion(): string;
export function reachableDataDir(wanted: string): string;
export function startEmbeddedPostgres(options: {
  dataDir: string;
  port: number;
  password: string;
  settings?: Record<string, string | number>;
  log?: (line: string) => void;
  detached?: boolean;
  version?: string;
  throwaway?: string;
}): Promise<EmbeddedPostgres>;
