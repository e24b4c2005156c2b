'use client';

import { Button, Menu } from '@mantine/core';
import type { JobSummaryResponse } from '@rota/client';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { csvOf, download } from '@/shell/list/export';
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
] as const;

/** The rows of this page as a file. */
export function ExportMenu({ rows }: { rows: readonly JobSummaryResponse[] }): ReactNode {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />} disabled={rows.length === 0} className={classes.export}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download('jobs.csv', 'text/csv', csvOf(FIELDS, rows))}>This page as CSV</Menu.Item>
        <Menu.Item onClick={() => download('jobs.json', 'application/json', JSON.stringify(rows, null, 2))}>
          This page as JSON
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
