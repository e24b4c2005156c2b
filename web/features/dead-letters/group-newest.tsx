'use client';

import type { ReactNode } from 'react';
import { ListStates } from '@/shell/list/list-states';
import { useProject } from '@/shell/project/project-context';
import { StatusMark } from '@/shell/status/status';
import { formatCount, shortId } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import classes from './dead-letters.module.css';
import { type LetterGroup, messageOf, REASON_WORDS } from './letters';
import { type LetterFilter, useNewestLetters } from './use-letters';

const SHOWN = 6;

interface GroupNewestProps {
  readonly group: LetterGroup;
  readonly open: (id: string) => void;
  readonly onOpenGroup: (filter: LetterFilter) => void;
}

/** Under its row: the newest letters, each a click from its payload. */
export function GroupNewest({ group, open, onOpenGroup }: GroupNewestProps): ReactNode {
  const { can } = useProject();
  const newest = useNewestLetters(group.filter, SHOWN);
  return (
    <div className={classes.newest}>
      <div className={classes.newestHead}>
        <strong>Newest of {formatCount(group.count)}</strong>
        <span>
          {newest.data?.[0] === undefined
            ? ''
            : `after ${newest.data[0].attempt} ${newest.data[0].attempt === 1 ? 'attempt' : 'attempts'}: ${REASON_WORDS[newest.data[0].reason]}`}
        </span>
        <button type="button" className={classes.linkButton} onClick={() => onOpenGroup(group.filter)}>
          Open as a list
        </button>
      </div>
      <ListStates
        query={newest}
        failed="They could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={classes.dim}>None is open any more.</p>}
        rowHeight={29}
      >
        {(rows) => (
          <ul className={classes.letters}>
            {rows.map((letter) => (
              <li key={letter.id}>
                <StatusMark status="dead_letter" word="" />
                <button type="button" className={classes.idButton} onClick={() => open(letter.id)}>
                  {shortId(letter.jobId)}
                </button>
                <Instant at={letter.createdAt} as="exact" />
                <span className={classes.message} title={messageOf(letter)}>
                  {messageOf(letter)}
                </span>
                <button type="button" className={classes.linkButton} onClick={() => open(letter.id)}>
                  {can('dead-letters:manage') ? 'Edit and replay' : 'Open'}
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
