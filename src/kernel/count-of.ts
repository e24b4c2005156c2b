/** `1 queue`, `2 queues`: for nouns whose plural takes an s. */
export const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
