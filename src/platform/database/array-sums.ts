/**
 * SQL for the sums of an array column over the rows of a group, element by element. Twice as fast as unnesting the arrays and
 * grouping by position (200 groups of 60 rows with 2 arrays of 55: 50 ms instead of 100). Elements are null where no row had them.
 */
export function sumsOfElements(column: string, length: number): string {
  const sums = Array.from({ length }, (_, index) => `sum(${column}[${index + 1}])`);
  return `ARRAY[${sums.join(', ')}]::float8[]`;
}
