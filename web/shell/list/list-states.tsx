'use client';

import { CopyButton, Button } from '@mantine/core';
import { RotaProblem } from '@rota/client';
import { type ReactNode, useEffect, useState } from 'react';
import { ProblemNotice } from '../page/problem-notice';
import classes from './list-states.module.css';

interface ListStatesProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** "The queues could not be read". */
  readonly failed: string;
  readonly isEmpty: (data: Data) => boolean;
  readonly empty: ReactNode;
  readonly rowHeight?: number;
  /** Instead of the error when there is no such thing: asking again would not help. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The four states of every list. Old rows stay while new ones are asked for, and while asking fails. */
export function ListStates<Data>(props: ListStatesProps<Data>): ReactNode {
  const { query, failed, isEmpty, empty, rowHeight = 34, missing, children } = props;
  const retry = (): void => void query.refetch();
  if (query.data === undefined) {
    if (missing !== undefined && isMissing(query.error)) return missing;
    return query.error === null ? (
      <SkeletonRows height={rowHeight} />
    ) : (
      <ProblemNotice what={failed} error={query.error} onRetry={retry} />
    );
  }
  return (
    <>
      {query.error !== null && <ProblemNotice what={`${failed} again`} error={query.error} onRetry={retry} />}
      {isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}

export const isMissing = (error: Error | null): boolean => error instanceof RotaProblem && error.status === 404;

/** Nothing of this id or name, and where one finds what there is. */
export function Missing({ sentence, children }: { sentence: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.empty} role="status">
      <p>{sentence}</p>
      {children}
    </div>
  );
}

const WIDTHS = [62, 48, 71, 55, 66, 44, 58, 69];

/** After 150 ms, so that a quick answer does not flash. */
export function SkeletonRows({ height, count = 8 }: { height: number; count?: number }): ReactNode {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return <div data-loading hidden />;
  return (
    <div role="status" aria-label="Loading" className={classes.skeleton}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} style={{ height }}>
          <span style={{ width: 90 }} />
          <span style={{ width: 70 }} />
          <span style={{ width: `${(WIDTHS[index % WIDTHS.length] ?? 50) / 2}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Nothing there because of the filter. */
export function EmptyByFilter({ what, onClear }: { what: string; onClear: () => void }): ReactNode {
  return (
    <div className={classes.empty}>
      <p>No {what} match these filters.</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}

/** Nothing there at all: one sentence, and how to make the first one. */
export function TrulyEmpty({
  sentence,
  command,
  children,
}: {
  sentence: string;
  command?: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className={classes.empty}>
      <p>{sentence}</p>
      {command !== undefined && (
        <div className={classes.command}>
          {/* Longer than a narrow window: it scrolls, by keys too. */}
          <pre tabIndex={0} role="region" aria-label="Command">
            {command}
          </pre>
          <CopyButton value={command}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
          </CopyButton>
        </div>
      )}
      {children}
    </div>
  );
}
