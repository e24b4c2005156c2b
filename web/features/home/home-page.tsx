'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { lastProject } from '@/shell/project/last-project';
import { useMe, useProjects } from '@/shell/project/project-context';
import { FirstProject } from './first-project';

/** Without a page in the address: on to the project that was open last, else the first one. */
export function HomePage(): ReactNode {
  const router = useRouter();
  const { data, error, refetch } = useProjects();
  const me = useMe();
  const target = data === undefined ? undefined : (data.find(({ id }) => id === lastProject()) ?? data[0]);
  useEffect(() => {
    if (target !== undefined) router.replace(`/projects/${target.id}/overview`);
  }, [target, router]);
  if (error !== null)
    return <ProblemNotice what="Your projects could not be read" error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0 && me.data !== undefined && me.data !== null)
    return <FirstProject memberships={me.data.memberships} />;
  return <main aria-busy="true" />;
}
