'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { OPERATING_PAGES } from '../navigation/pages';
import { useProjectPath } from '../project/project-context';
import classes from './missing-page.module.css';
import { Page } from './page';

/** An address below a project that leads nowhere: what is around it stays, and the pages are named. */
export function MissingPage(): ReactNode {
  const path = useProjectPath();
  return (
    <Page title="There is no such page">
      <div className={classes.missing}>
        <p role="status">The address is mistyped, or the page was moved. These there are:</p>
        <ul>
          {OPERATING_PAGES.map((page) => (
            <li key={page.path}>
              <Link href={path(page.path)} prefetch={false}>
                {page.title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
