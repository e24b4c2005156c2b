'use client';

import type { ReactNode } from 'react';
import { Page } from '@/shell/page/page';
import { Dangers } from './dangers';
import { Limits } from './limits';
import { OrganizationSettings } from './organization-settings';
import { ProjectSettings } from './project-settings';
import { Secrets } from './secrets';
import classes from './settings.module.css';

/** What holds for the whole project. */
export function SettingsPage(): ReactNode {
  return (
    <Page title="Settings">
      <div className={classes.content}>
        <ProjectSettings />
        <OrganizationSettings />
        <Limits />
        <Secrets />
        <Dangers />
      </div>
    </Page>
  );
}
