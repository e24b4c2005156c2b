'use client';

import type { ReactNode } from 'react';
import { PageFrame } from './page-frame';
import classes from './page.module.css';
import { TopBar } from './top-bar';

interface PageProps {
  readonly title: ReactNode;
  /** For the browser's tab when the title is not plain text. */
  readonly name?: string;
  /** Beside the search: at most one filled button. */
  readonly actions?: ReactNode;
  /** 42 px at the lower edge, always in sight: paging and where the figures come from. */
  readonly footer?: ReactNode;
  /** To the right behind one hairline; covers the page below 1100 px. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** Every page: top bar, what scrolls, footer. */
export function Page({ title, name, actions, footer, panel, children }: PageProps): ReactNode {
  const documentName = name ?? (typeof title === 'string' ? title : 'Rota');
  return (
    <PageFrame>
      <title>{`${documentName} · Rota`}</title>
      <TopBar title={title} actions={actions} />
      <div className={classes.middle}>
        <main className={classes.main} id="main" tabIndex={-1}>
          {children}
        </main>
        {panel}
      </div>
      {footer !== undefined && <footer className={classes.footer}>{footer}</footer>}
    </PageFrame>
  );
}

/** The head of a block within a page: name, remark, and what can be done with it. */
export function BlockHead({
  title,
  remark,
  children,
}: {
  title: string;
  remark?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className={classes.blockHead}>
      <h2>{title}</h2>
      {remark !== undefined && <span className={classes.remark}>{remark}</span>}
      <span className={classes.blockActions}>{children}</span>
    </div>
  );
}
