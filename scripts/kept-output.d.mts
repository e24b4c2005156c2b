import type { ChildProcess } from 'node:child_process';

export const KEPT_LOGS: string;
export function keptFile(kind: string): ((chunk: string | Uint8Array) => void) | undefined;
export function keepOutput(kind: string, child: ChildProcess): void;
