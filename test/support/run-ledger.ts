import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface LedgerLine {
  readonly event: 'start' | 'end';
  readonly jobId: string;
  readonly queueId: string;
  readonly attempt: number;
  readonly executionSeq: number;
  readonly pid: number;
  /** Of the machine's monotonic clock, which all its processes share. */
  readonly atMs: number;
  readonly end?: string;
}

/** One run of a handler, as the handler saw it. */
export interface LedgerRun extends Omit<LedgerLine, 'event' | 'atMs'> {
  readonly startedAtMs: number;
  /** Infinity while it runs, and for ever when its process died. */
  readonly endedAtMs: number;
}

/** What the handlers of `fault-handlers.mjs` wrote down about themselves: a second witness beside the history in the database. */
export class RunLedger {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'rota-runs-'));
  readonly file = path.join(this.folder, 'runs.jsonl');

  /** What the jobs of `fault.gate` with this `file` wait for: each attempt until it is opened for it. */
  gate(name: string): { readonly file: string; open(attempt?: number): void } {
    const file = path.join(this.folder, name);
    return { file, open: (attempt = 1) => writeFileSync(`${file}-${attempt}`, '') };
  }

  runs(jobId?: string): LedgerRun[] {
    const runs = new Map<string, LedgerRun>();
    for (const { event, atMs, ...line } of this.lines()) {
      if (jobId !== undefined && line.jobId !== jobId) continue;
      const key = `${line.jobId} ${line.executionSeq}`;
      const known = runs.get(key);
      if (event === 'start') runs.set(key, { ...line, startedAtMs: atMs, endedAtMs: Infinity });
      else if (known) runs.set(key, { ...known, ...line, endedAtMs: atMs });
    }
    return [...runs.values()];
  }

  /** Most runs that overlapped at one instant; one without an end counts until `diedAtMs` of its process, else for ever. */
  peakOverlap(runs = this.runs(), diedAtMs: ReadonlyMap<number, number> = new Map()): number {
    const edges = runs.flatMap((run) => [
      { atMs: run.startedAtMs, change: 1 },
      { atMs: Math.min(run.endedAtMs, diedAtMs.get(run.pid) ?? Infinity), change: -1 },
    ]);
    edges.sort((a, b) => a.atMs - b.atMs || a.change - b.change);
    let [open, peak] = [0, 0];
    for (const { change } of edges) peak = Math.max(peak, (open += change));
    return peak;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private lines(): LedgerLine[] {
    if (!existsSync(this.file)) return [];
    const text = readFileSync(this.file, 'utf8');
    // A process may be in the middle of its last line.
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LedgerLine);
  }
}

/** Now, on the clock of the ledger. */
export function ledgerNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
