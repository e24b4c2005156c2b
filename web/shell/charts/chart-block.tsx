'use client';

import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './charts.module.css';

interface ChartBlockProps {
  readonly title: string;
  readonly remark: string;
  readonly legend: readonly { readonly label: string; readonly color: string; readonly figure: string }[];
  readonly chart: ReactNode;
  readonly table: ReactNode;
  /** As high as the page has room for. */
  readonly isTall?: boolean;
  readonly children?: ReactNode;
}

/** A chart with its legend, and a table of the same figures one press away. */
export function ChartBlock({
  title,
  remark,
  legend,
  chart,
  table,
  isTall = false,
  children,
}: ChartBlockProps): ReactNode {
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={classes.block} aria-label={title} data-tall={isTall || undefined}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.remark}>{remark}</span>
        <ul className={classes.legend}>
          {legend.map(({ label, color, figure }) => (
            <li key={label}>
              <span style={{ background: color }} />
              {label} <strong>{figure}</strong>
            </li>
          ))}
        </ul>
        <Button
          onClick={() => setIsTable(!isTable)}
          leftSection={isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
          aria-pressed={isTable}
          variant="default"
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      {isTable ? table : chart}
      {children}
    </section>
  );
}
