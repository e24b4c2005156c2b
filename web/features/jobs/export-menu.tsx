'use client';

import { Button, Menu } from '@mantine/core';
import { itemsOf, type JobSummaryResponse, jobsList } from '@rota/client';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone, notifyProblem } from '@/shell/dialogs/notify';
import { csvOf, download } from '@/shell/list/export';
import { useProject } from '@/shell/project/project-context';
import { formatCount } from '@/shell/time/format';
import { type JobFilters, requestOf } from './job-filter';
import classes from './jobs.module.css';

const FIELDS = [
  'id',
  'status',
  'queue',
  'handler',
  'attempt',
  'maxAttempts',
  'priority',
  'createdAt',
  'runAt',
  'startedAt',
  'finishedAt',
  'createdBy',
  'labels',
  'scheduleId',
  'replayOf',
] as const;

/** A browser holds the file until it is whole. */
const MOST_ROWS = 10_000;

interface ExportMenuProps {
  /** The rows of this page. */
  readonly rows: readonly JobSummaryResponse[];
  readonly filters: JobFilters;
}

type Format = 'csv' | 'json';

/** The rows of this page, or all that match, as a file. */
export function ExportMenu({ rows, filters }: ExportMenuProps): ReactNode {
  const { projectId } = useProject();
  const [isBusy, setIsBusy] = useState(false);
  const exportAll = async (format: Format): Promise<void> => {
    setIsBusy(true);
    try {
      const all = await readAll(projectId, filters);
      save(format, all);
      const isCapped = all.length === MOST_ROWS;
      notifyDone(`${formatCount(all.length)} jobs are exported${isCapped ? ', the newest: a file ends there' : ''}`);
    } catch (error) {
      notifyProblem('The jobs were not exported', error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={14} />}
          disabled={rows.length === 0}
          loading={isBusy}
          className={classes.export}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This page</Menu.Label>
        <Menu.Item onClick={() => save('csv', rows)}>This page as CSV</Menu.Item>
        <Menu.Item onClick={() => save('json', rows)}>This page as JSON</Menu.Item>
        <Menu.Label>All that match, up to {formatCount(MOST_ROWS)}</Menu.Label>
        <Menu.Item onClick={() => void exportAll('csv')}>All as CSV</Menu.Item>
        <Menu.Item onClick={() => void exportAll('json')}>All as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function readAll(projectId: string, filters: JobFilters): Promise<JobSummaryResponse[]> {
  const jobs: JobSummaryResponse[] = [];
  const query = { ...requestOf(filters), limit: 200 };
  for await (const job of itemsOf((cursor) =>
    jobsList({ client: api, path: { projectId }, query: { ...query, cursor } }),
  )) {
    jobs.push(job);
    if (jobs.length === MOST_ROWS) break;
  }
  return jobs;
}

function save(format: Format, rows: readonly JobSummaryResponse[]): void {
  if (format === 'csv') download('jobs.csv', 'text/csv', csvOf(FIELDS, rows));
  else download('jobs.json', 'application/json', JSON.stringify(rows, null, 2));
}
