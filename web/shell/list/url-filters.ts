'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

/** Filters live in the address, so that a list can be sent to somebody. `undefined` takes one away. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const parameters = useSearchParams();
  const serialized = parameters.toString();
  const signature = names.join(' ');
  const filters = useMemo(() => {
    const read = new URLSearchParams(serialized);
    const entries = signature.split(' ').flatMap((name) => {
      const value = read.get(name);
      return value === null || value === '' ? [] : [[name, value] as const];
    });
    return Object.fromEntries(entries) as Partial<Record<Name, string>>;
  }, [serialized, signature]);
  const set = useCallback((changes: Partial<Record<Name, string | undefined>>) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes) as [Name, string | undefined][]) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    const query = next.toString();
    window.history.pushState(null, '', query === '' ? window.location.pathname : `?${query}`);
  }, []);
  const clear = useCallback(
    () => set(Object.fromEntries(names.map((name) => [name, undefined])) as Partial<Record<Name, undefined>>),
    [names, set],
  );
  return { filters, set, clear, count: Object.keys(filters).length };
}
