import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  readonly title: string;
  readonly description: ReactNode;
  readonly children: ReactNode;
}

/** Its name and what it is about on the left, what can be done on the right. */
export function Section({ title, description, children }: SectionProps): ReactNode {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{description}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
