import type { ReactNode } from 'react';
import { SchedulesPage } from '@/features/schedules/schedules-page';

/** A layout, so that the list stays put while what is opened changes. */
export default function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      <SchedulesPage />
      {children}
    </>
  );
}
