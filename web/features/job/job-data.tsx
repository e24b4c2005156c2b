'use client';

import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ExactJson, printExact } from '@/shell/json/exact-json';
import { JsonView } from '@/shell/json/json-view';
import { formatBytes } from '@/shell/time/format';
import classes from './job.module.css';
import type { ExactJob } from './use-job';

const isNothing = (json: ExactJson | undefined): boolean =>
  json === undefined || (json.kind === 'literal' && json.text === 'null');

const bytesOf = (json: ExactJson): number => new TextEncoder().encode(printExact(json, 0)).length;

export function JobData({ job, payload, result }: ExactJob): ReactNode {
  const labels = Object.entries(job.labels ?? {});
  return (
    <Tabs defaultValue="payload" keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="payload">Payload</Tabs.Tab>
        <Tabs.Tab value="result">Result</Tabs.Tab>
        <Tabs.Tab value="labels">
          Labels <span className={classes.dim}>{labels.length}</span>
        </Tabs.Tab>
        <span className={classes.bytes}>
          {payload !== undefined && `${formatBytes(bytesOf(payload))} · exact numbers`}
        </span>
      </Tabs.List>
      <Tabs.Panel value="payload">{payload !== undefined && <JsonView json={payload} label="Payload" />}</Tabs.Panel>
      <Tabs.Panel value="result">
        {result === undefined || isNothing(result) ? (
          <p className={classes.none}>No result{job.finishedAt === null ? ' yet' : ''}.</p>
        ) : (
          <JsonView json={result} label="Result" />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="labels">
        {labels.length === 0 ? (
          <p className={classes.none}>No labels.</p>
        ) : (
          <dl className={classes.labels}>
            {labels.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
