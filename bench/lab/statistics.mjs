const sorted = (values) => values.toSorted((a, b) => a - b);

export function median(values) {
  const ordered = sorted(values);
  const middle = ordered.length / 2;
  return Number.isInteger(middle) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[Math.floor(middle)];
}

/** Nearest rank; `share` between 0 and 1. */
export function percentile(values, share) {
  const ordered = sorted(values);
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)];
}

export const spread = (values) => ({ median: median(values), min: Math.min(...values), max: Math.max(...values) });
