const SAMPLE_EVERY_MS = 50;

/** How many jobs had been handled at which time, and how much memory the workers held. */
export class Timeline {
  samples = [];
  #timer;

  constructor(processes) {
    this.#timer = setInterval(() => {
      const handled = processes.reduce((sum, worker) => sum + worker.probe.handled, 0);
      const atMs = Math.max(...processes.map((worker) => worker.probe.atMs ?? 0));
      if (handled === 0 || handled === this.samples.at(-1)?.handled) return;
      this.samples.push({ atMs, handled, rssBytes: Math.max(...processes.map((worker) => worker.rssBytes)) });
    }, SAMPLE_EVERY_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }
}

/** Jobs per second between two numbers of handled jobs, interpolated between the samples. */
export function rateBetween(samples, from, to) {
  return (to - from) / ((timeAt(samples, to) - timeAt(samples, from)) / 1000);
}

/** Jobs per second in a window of time, counted in milliseconds from the first sample, or from the last one when negative. */
export function rateWithin(samples, fromMs, toMs) {
  const base = fromMs < 0 ? samples.at(-1).atMs : samples[0].atMs;
  return (handledAt(samples, base + toMs) - handledAt(samples, base + fromMs)) / ((toMs - fromMs) / 1000);
}

function timeAt(samples, handled) {
  const next = samples.findIndex((sample) => sample.handled >= handled);
  if (next <= 0) return samples.at(next).atMs;
  const [a, b] = [samples[next - 1], samples[next]];
  return a.atMs + ((handled - a.handled) / (b.handled - a.handled)) * (b.atMs - a.atMs);
}

function handledAt(samples, atMs) {
  const next = samples.findIndex((sample) => sample.atMs >= atMs);
  if (next === 0) return samples[0].handled;
  if (next < 0) return samples.at(-1).handled;
  const [a, b] = [samples[next - 1], samples[next]];
  return a.handled + ((atMs - a.atMs) / (b.atMs - a.atMs)) * (b.handled - a.handled);
}
