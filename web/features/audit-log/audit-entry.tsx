'use client';

import type { AuditEntryResponse } from '@rota/client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProjectPath } from '@/shell/project/project-context';
import { Instant } from '@/shell/time/instant';
import classes from './audit-log.module.css';
import { wordsOfAction } from './actions';
import { type Change, changesBetween } from './diff';

/** Under its row: who, from where, why, and field by field what it changed. */
export function AuditDetail({ entry }: { entry: AuditEntryResponse }): ReactNode {
  const changes = changesBetween(entry.before, entry.after);
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        <Fact name="At">
          <Instant at={entry.createdAt} as="exact" />
        </Fact>
        <Fact name="By">
          {entry.actor.name ?? entry.actor.kind} {entry.actor.id !== null && <code>{entry.actor.id}</code>}
        </Fact>
        {entry.ip !== null && <Fact name="From">{entry.ip}</Fact>}
        {entry.targetId !== null && (
          <Fact name={wordsOfAction(entry.targetKind)}>
            <Target kind={entry.targetKind} id={entry.targetId} />
          </Fact>
        )}
        {entry.requestId !== null && (
          <Fact name="Request">
            <code>{entry.requestId}</code>
          </Fact>
        )}
        {entry.reason !== null && <Fact name="Reason">{entry.reason}</Fact>}
      </dl>
      {changes.length > 0 && <Diff changes={changes} entry={entry} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const PAGES: Readonly<Record<string, string>> = {
  job: 'jobs',
  queue: 'queues',
  schedule: 'schedules',
  dead_letter: 'dead-letters',
};

function Target({ kind, id }: { kind: string; id: string }): ReactNode {
  const path = useProjectPath();
  const page = PAGES[kind];
  if (page === undefined) return <code>{id}</code>;
  return (
    <Link href={path(`${page}/${id}`)} prefetch={false}>
      <code>{id}</code>
    </Link>
  );
}

function Diff({ changes, entry }: { changes: readonly Change[]; entry: AuditEntryResponse }): ReactNode {
  const hasBoth = entry.before !== null && entry.after !== null;
  return (
    <table className={classes.diff} aria-label="What it changed">
      <thead>
        <tr>
          <th>Field</th>
          {(hasBoth || entry.before !== null) && <th>Before</th>}
          {(hasBoth || entry.after !== null) && <th>After</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, kind, before, after }) => (
          <tr key={path} data-kind={hasBoth ? kind : 'same'}>
            <th scope="row">{path}</th>
            {(hasBoth || entry.before !== null) && (
              <td data-side="before">
                <Value text={before} sign={hasBoth && kind !== 'same' ? '−' : undefined} />
              </td>
            )}
            {(hasBoth || entry.after !== null) && (
              <td data-side="after">
                <Value text={after} sign={hasBoth && kind !== 'same' ? '+' : undefined} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text, sign }: { text: string | undefined; sign: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <>
      {sign !== undefined && <span aria-hidden>{sign} </span>}
      {text === '' ? <i>empty</i> : text}
    </>
  );
}
