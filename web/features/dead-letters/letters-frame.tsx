'use client';

import type { ReactNode } from 'react';
import { Page } from '@/shell/page/page';
import type { BulkOrder } from './bulk-dialog';

export interface LettersViewProps {
  readonly bar: (remark: ReactNode) => ReactNode;
  readonly panel: ReactNode;
  readonly open: (id: string) => void;
  readonly opened: string | undefined;
  readonly onOrder: (order: BulkOrder) => void;
  readonly onClear: () => void;
}

export function LettersFrame({
  panel,
  footer,
  children,
}: {
  panel: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Page title="Dead letters" panel={panel} footer={footer}>
      {children}
    </Page>
  );
}
