import type { ReactNode } from 'react';
import { DeadLettersPage } from '@/features/dead-letters/dead-letters-page';

/** A layout, so that the list stays put while what is opened changes. */
export default function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      <DeadLettersPage />
      {children}
    </>
  );
}
