'use client';
import type { ReactNode } from 'react';
import { Page } from '@/shell/page/page';
export function OverviewPage(): ReactNode {
  return <Page title="Overview">…</Page>;
}
