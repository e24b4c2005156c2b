'use client';

import { IconCircleCheckFilled, IconKey } from '@tabler/icons-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { SkeletonRows } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProjectPath } from '@/shell/project/project-context';
import { statusMap } from '@/shell/theme';
import { Instant } from '@/shell/time/instant';
import classes from './overview.module.css';
import { type Trouble, useTroubles } from './use-troubles';

const FIRST = 6;

/** What is stuck, why, and where to press. */
export function Attention(): ReactNode {
  const { data: troubles, error, refetch } = useTroubles();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? troubles : troubles?.slice(0, FIRST);
  const hidden = (troubles?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section aria-label="Needs attention">
      <BlockHead
        title="Needs attention"
        remark={troubles === undefined || troubles.length === 0 ? undefined : `${troubles.length} · worst first`}
      >
        {hidden > 0 && (
          <button type="button" className={classes.moreButton} onClick={() => setIsWhole(true)}>
            {hidden} more
          </button>
        )}
      </BlockHead>
      <div className={classes.attention}>
        {shown === undefined && error !== null && (
          <ProblemNotice what="What needs attention could not be read" error={error} onRetry={() => void refetch()} />
        )}
        {shown === undefined && error === null && <SkeletonRows height={34} count={3} />}
        {shown?.length === 0 && (
          <div className={classes.well}>
            <IconCircleCheckFilled size={15} aria-hidden /> Nothing is stuck.
          </div>
        )}
        {shown?.map((trouble) => (
          <AttentionRow key={trouble.key} trouble={trouble} />
        ))}
      </div>
    </section>
  );
}

function AttentionRow({ trouble }: { trouble: Trouble }): ReactNode {
  const path = useProjectPath();
  const { title, icon, tone, subject, text, at, atWord, action } = trouble;
  const Icon = icon === 'key' ? IconKey : statusMap[icon].icon;
  return (
    <div className={classes.attentionRow}>
      <span className={classes.attentionTitle} data-tone={tone}>
        <Icon size={15} stroke={1.9} aria-hidden />
        {title}
      </span>
      <code title={subject}>{subject}</code>
      <span className={classes.attentionText} title={text}>
        {text}
      </span>
      <span className={classes.attentionAt}>
        {at !== undefined && (
          <>
            {atWord} <Instant at={at} />
          </>
        )}
      </span>
      <Link href={path(trouble.path)} prefetch={false}>
        {action}
      </Link>
    </div>
  );
}
