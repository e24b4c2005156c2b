import Link from 'next/link';
import type { ReactNode } from 'react';
import { EntryNote, EntryPage } from './entry-page';

/** An address that leads nowhere. */
export function NotFoundPage(): ReactNode {
  return (
    <EntryPage title="There is no such page" links={<Link href="/">To the overview</Link>}>
      <EntryNote tone="warn">The address is mistyped, or the page was moved.</EntryNote>
    </EntryPage>
  );
}
