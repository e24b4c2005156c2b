'use client';

import { Button, SegmentedControl, TextInput } from '@mantine/core';
import type { JobLogLineResponse, JobResponse } from '@rota/client';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import { download } from '@/shell/list/export';
import { ListStates } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { Instant } from '@/shell/time/instant';
import classes from './job.module.css';
import { isEnded, useLogs } from './use-job';

/** Lines as they come: it follows its end unless somebody scrolls up. */
export function Logs({ job }: { job: JobResponse }): ReactNode {
  const logs = useLogs(job);
  const [attempt, setAttempt] = useState('all');
  const [search, setSearch] = useState('');
  const sequences = [...new Set((logs.data ?? []).map(({ executionSeq }) => executionSeq))]
    .toSorted((a, b) => b - a)
    .slice(0, 5);
  const wanted = search.trim().toLowerCase();
  const matches = ({ executionSeq, message, data }: JobLogLineResponse): boolean =>
    (attempt === 'all' || String(executionSeq) === attempt) &&
    (wanted === '' || `${message} ${data === null ? '' : JSON.stringify(data)}`.toLowerCase().includes(wanted));
  return (
    <section aria-label="Logs">
      <BlockHead title="Logs" remark={isEnded(job) ? undefined : 'following'}>
        {sequences.length > 1 && (
          <SegmentedControl
            aria-label="Attempt"
            value={attempt}
            onChange={setAttempt}
            data={[
              { value: 'all', label: 'All' },
              ...sequences.map((seq) => ({ value: String(seq), label: `#${seq}` })),
            ]}
          />
        )}
        <TextInput
          aria-label="Find in logs"
          placeholder="Find"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.find}
        />
        <Button
          leftSection={<IconDownload size={14} />}
          disabled={(logs.data?.length ?? 0) === 0}
          onClick={() => download(`${job.id}.log`, 'text/plain', textOf(logs.data ?? []))}
        >
          Save
        </Button>
      </BlockHead>
      <ListStates
        query={logs}
        failed="The logs could not be read"
        isEmpty={(lines) => lines.length === 0}
        empty={<p className={classes.none}>{isEnded(job) ? 'It logged nothing.' : 'Nothing logged so far.'}</p>}
        rowHeight={20}
      >
        {(lines) => <Lines lines={lines.filter(matches)} />}
      </ListStates>
    </section>
  );
}

function textOf(lines: readonly JobLogLineResponse[]): string {
  return lines
    .map(
      ({ loggedAt, executionSeq, message, data }) =>
        `${loggedAt} #${executionSeq} ${message}${data === null ? '' : ` ${JSON.stringify(data)}`}\n`,
    )
    .join('');
}

function Lines({ lines }: { lines: readonly JobLogLineResponse[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>): void => {
    follows.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <div ref={box} className={classes.logs} onScroll={onScroll} tabIndex={0} role="log" aria-label="Log lines">
      {lines.map(({ id, loggedAt, executionSeq, message, data }) => (
        <div key={id} className={classes.logLine}>
          <Instant at={loggedAt} as="exact" />
          <span>#{executionSeq}</span>
          <code>
            {message}
            {data !== null && data !== undefined && <span> {JSON.stringify(data)}</span>}
          </code>
        </div>
      ))}
    </div>
  );
}
