/** Decimal digits of one count. */
const DIGITS = 10;

/**
 * SQL for the sum of histograms over the rows of a group, as one number in text: `unpackCounts` reads it. `packed` is null in rows of a
 * build that wrote arrays only. Adding 6,000 histograms of 55 counts takes 2 ms; element by element it took 50.
 */
export function sumOfCounts(packed: string, counts: string): string {
  return `sum(coalesce(${packed}, rota_packed_counts(${counts})))::text`;
}

/** The counts of a packed sum, the lowest bucket first; trailing buckets without a count are left out. Null: there was no row. */
export function unpackCounts(sum: string | null): number[] {
  const digits = sum ?? '';
  const length = Math.ceil(digits.length / DIGITS);
  const padded = digits.padStart(length * DIGITS, '0');
  return Array.from({ length }, (_, bucket) => {
    const end = padded.length - bucket * DIGITS;
    return Number(padded.slice(end - DIGITS, end));
  });
}
