'use client';

import { dataOf, type LimitsResponse, limitsGet } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '@/shell/api/client';
import { ListStates } from '@/shell/list/list-states';
import { useLive } from '@/shell/live/live';
import { useProject } from '@/shell/project/project-context';
import { formatCount, formatWhole } from '@/shell/time/format';
import { Section } from './section';
import classes from './settings.module.css';

/** What may be handed in at once, and how much of it is used. */
export function Limits(): ReactNode {
  const { projectId } = useProject();
  const limits = useQuery({
    ...useLive('stats', 10_000),
    queryKey: [projectId, 'limits'],
    queryFn: () => dataOf(limitsGet({ client: api, path: { projectId } })),
  });
  return (
    <Section title="Limits" description="The operator of the installation raises them.">
      <ListStates query={limits} failed="The limits could not be read" isEmpty={() => false} empty={null}>
        {(data) => <Shown limits={data} />}
      </ListStates>
    </Section>
  );
}

function Shown({ limits: { enqueue, signIn } }: { limits: LimitsResponse }): ReactNode {
  const share = enqueue.limitPerMinute === null ? 0 : Math.min(1, enqueue.used / enqueue.limitPerMinute);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Enqueue</dt>
        <dd>
          {enqueue.limitPerMinute === null ? (
            'no limit'
          ) : (
            <span className={classes.limit}>
              <span>{formatCount(enqueue.limitPerMinute)} jobs a minute</span>
              <span
                className={classes.used}
                role="meter"
                aria-label="Used of the limit"
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(share * 100)}
              >
                <span style={{ width: `${share * 100}%` }} data-high={share > 0.8 || undefined} />
              </span>
              <span className={classes.dim}>
                {formatCount(enqueue.used)} used in this minute
                {enqueue.used > 0 && `, anew in ${formatWhole(enqueue.resetSeconds * 1_000)}`}
              </span>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Sign-in</dt>
        <dd>
          {signIn.failures === null
            ? 'no limit'
            : `${signIn.failures} failed attempts in ${Math.round(signIn.windowSeconds / 60)} minutes, for each address and account`}
        </dd>
      </div>
      <div>
        <dt>Payload</dt>
        <dd>64 KB of compact JSON a job; 1,000 jobs a bulk call</dd>
      </div>
    </dl>
  );
}
