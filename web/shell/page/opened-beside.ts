'use client';

import { usePathname } from 'next/navigation';
import { useProjectPath } from '../project/project-context';

/**
 * What is opened beside a list: the last part of the address, `schedules/<id>`. The address changes without asking the server, so
 * that it opens at once and the list stays as it is.
 */
export function useOpenedBeside(page: string) {
  const base = useProjectPath()(page);
  const pathname = usePathname();
  const opened = pathname.startsWith(`${base}/`) ? decodeURIComponent(pathname.slice(base.length + 1)) : undefined;
  const go = (id: string | undefined, query = window.location.search): void =>
    window.history.pushState(null, '', `${base}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${query}`);
  return { opened, open: go as (id: string, query?: string) => void, close: () => go(undefined) };
}
