import { median, spread } from './statistics.mjs';

/**
 * Interleaved runs: A B C A B C …, each on a fresh start. Stops before a further round would take longer than what is left of
 * `budgetMs`, but never before `least` rounds.
 */
export async function interleave(subjects, { rounds, least = 1, budgetMs = Infinity, run, log = console.error }) {
  const results = new Map(subjects.map((subject) => [subject.name, []]));
  const startedAtMs = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const result = await run(subject, round);
      results.get(subject.name).push(result);
      log(`  ${round}/${rounds} ${subject.name}: ${describe(result)}`);
    }
    const spentMs = performance.now() - startedAtMs;
    if (round >= least && spentMs + spentMs / round > budgetMs) break;
  }
  return results;
}

function describe(result) {
  const { jobsPerSecond, workerCpuUs, serverCpuUs } = result;
  if (jobsPerSecond === undefined)
    return JSON.stringify(result, (key, value) => (Array.isArray(value) ? `[${value.length}]` : value));
  const cpu = workerCpuUs === undefined ? '' : `, CPU ${workerCpuUs.toFixed(1)} + ${serverCpuUs.toFixed(1)} µs`;
  return `${Math.round(jobsPerSecond)} jobs/s${cpu}`;
}

/** The median of the ratios of each round: what changes on the machine between the rounds hits both sides alike. */
export function ratioOf(results, name, other, pick = (result) => result.jobsPerSecond) {
  const [own, theirs] = [results.get(name), results.get(other)];
  const ratios = own.slice(0, theirs.length).map((result, round) => pick(result) / pick(theirs[round]));
  return { ...spread(ratios), median: median(ratios) };
}
