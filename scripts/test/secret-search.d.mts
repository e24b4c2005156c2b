export const EXPECTED_KINDS: readonly string[];
export function secretsIn(kind: string, text: string): { line: number; what: string; text: string }[];
export function searchLogs(folder: string): { faults: string[]; summary: string };
