/** Processor time that `work` takes, in milliseconds, and its result: a machine that is busy with something else does not count. */
export function withCpuMs<T>(work: () => T): { readonly cpuMs: number; readonly result: T } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, result };
}
