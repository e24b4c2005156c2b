import type { ReactNode } from 'react';
import { WorkersPage } from '@/features/workers/workers-page';

/** A layout, so that the list stays put while what is opened changes. */
export default function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      <WorkersPage />
      {children}
    </>
  );
}
