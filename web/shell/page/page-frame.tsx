import type { ReactNode } from 'react';
import classes from './page.module.css';

export function PageFrame({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes.page}>{children}</div>;
}
