import { median, spread } from './statistics.mjs';

/** A goal with what was reached: `must` is the least, `wanted` the goal where the two differ; `isMost` turns the comparison round. */
export function goal(label, value, { must, wanted, isMost = false, unit = '' }) {
  const reaches = (bound) => bound === undefined || (isMost ? value?.median <= bound : value?.median >= bound);
  return {
    label,
    value,
    must,
    wanted,
    isMost,
    unit,
    isMet: value === undefined ? undefined : reaches(must),
    isWantedMet: value && reaches(wanted),
  };
}

export const whole = (value) => Math.round(value).toLocaleString('en');
const figure = (results, pick, digits = 0) => {
  const values = results.map(pick).filter((value) => value !== undefined);
  return values.length === 0 ? '–' : digits === 0 ? whole(median(values)) : median(values).toFixed(digits);
};

/** One row per contestant: speed with its spread, cost, memory. */
export function costTable(subjects, results) {
  return {
    columns: ['', 'jobs/s', 'min–max', 'worker µs/job', 'server µs/job', 'WAL bytes/job', 'worker RSS MB', 'runs'],
    rows: subjects.map((subject) => {
      const runs = results.get(subject.name);
      const speed = spread(runs.map((run) => run.jobsPerSecond));
      return [
        subject.workers
          ? `${subject.title}, ${subject.workers} process${subject.workers > 1 ? 'es' : ''}`
          : subject.title,
        whole(speed.median),
        `${whole(speed.min)}–${whole(speed.max)}`,
        figure(runs, (run) => run.workerCpuUs, 1),
        figure(runs, (run) => run.serverCpuUs, 1),
        figure(runs, (run) => run.walBytes),
        figure(runs, (run) => run.rssMb),
        String(runs.length),
      ];
    }),
    settings: subjects.map((subject) => [subject.title, subject.settings]),
  };
}
