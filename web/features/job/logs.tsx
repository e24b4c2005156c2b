'use client';

import { Button, SegmentedControl, TextInput } from '@mantine/core';
import type { JobLogLineResponse, JobResponse } from '@rota/client';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { download } from '@/shell/list/export';
import { ListStates } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { formatCount } from '@/shell/time/format';
import classes from './job.module.css';
import { LogLines } from './log-lines';
import { isEnded, useLogs } from './use-job';

/** Lines as they come, of all attempts or of one, with what is looked for. */
export function Logs({ job }: { job: JobResponse }): ReactNode {
  const logs = useLogs(job);
  const [attempt, setAttempt] = useState('all');
  const [search, setSearch] = useState('');
  const sequences = useMemo(() => lastAttemptsOf(logs.data ?? []), [logs.data]);
  const shown = useMemo(() => matching(logs.data ?? [], attempt, search), [logs.data, attempt, search]);
  const count = logs.data?.length ?? 0;
  return (
    <section aria-label="Logs">
      <BlockHead
        title="Logs"
        remark={`${formatCount(count)} ${count === 1 ? 'line' : 'lines'}${isEnded(job) ? '' : ', following'}`}
      >
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
          disabled={count === 0}
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
        {() =>
          shown.length === 0 ? (
            <p className={classes.none}>No line matches.</p>
          ) : (
            <LogLines key={`${attempt} ${search}`} lines={shown} />
          )
        }
      </ListStates>
    </section>
  );
}

const ATTEMPTS_OFFERED = 5;

function lastAttemptsOf(lines: readonly JobLogLineResponse[]): number[] {
  const sequences = new Set(lines.map(({ executionSeq }) => executionSeq));
  return [...sequences].toSorted((a, b) => b - a).slice(0, ATTEMPTS_OFFERED);
}

function matching(
  lines: readonly JobLogLineResponse[],
  attempt: string,
  search: string,
): readonly JobLogLineResponse[] {
  const wanted = search.trim().toLowerCase();
  if (attempt === 'all' && wanted === '') return lines;
  return lines.filter(
    ({ executionSeq, message, data }) =>
      (attempt === 'all' || String(executionSeq) === attempt) &&
      (wanted === '' || `${message} ${data === null ? '' : JSON.stringify(data)}`.toLowerCase().includes(wanted)),
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
