'use client';

import type { FormEvent, ReactNode } from 'react';
import { RotaMark } from '../navigation/rota-mark';
import { useIsHydrated } from '../page/use-is-hydrated';
import classes from './entry.module.css';

interface EntryPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Below the frame: where else one may want to go. */
  readonly links?: ReactNode;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** What it has to say is still being asked for. */
  readonly isLoading?: boolean;
}

/** The pages outside of a project: one narrow form in the middle of the window. It can be seen before it does anything, and is busy until then. */
export function EntryPage({ title, children, links, onSubmit, isLoading = false }: EntryPageProps): ReactNode {
  const isHydrated = useIsHydrated();
  const body = (
    <>
      <div className={classes.head}>
        <RotaMark size={28} />
        <h1>{title}</h1>
      </div>
      {children}
    </>
  );
  return (
    <main className={classes.page} aria-busy={isLoading || !isHydrated}>
      <title>{`${title} · Rota`}</title>
      <div className={classes.column}>
        {onSubmit === undefined ? (
          <div className={classes.form}>{body}</div>
        ) : (
          <form className={classes.form} onSubmit={onSubmit} noValidate>
            {body}
          </form>
        )}
        {links !== undefined && <div className={classes.links}>{links}</div>}
      </div>
    </main>
  );
}

/** What an entry page has to say before one goes on; a refusal is read out. */
export function EntryNote({ tone, children }: { tone: 'bad' | 'warn' | 'ok'; children: ReactNode }): ReactNode {
  return (
    <p className={classes.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
