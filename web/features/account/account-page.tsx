'use client';

import type { ReactNode } from 'react';
import { Section } from '@/features/settings/section';
import settings from '@/features/settings/settings.module.css';
import { Page } from '@/shell/page/page';
import { useProject } from '@/shell/project/project-context';
import { Appearance } from './appearance';
import { ChangePassword } from './change-password';
import { Sessions } from './sessions';

/** What belongs to the person, not to the project. */
export function AccountPage(): ReactNode {
  const { user } = useProject();
  return (
    <Page title="My account">
      <div className={settings.content}>
        <Section title={user.name} description={user.isOperator ? 'Operator of this installation' : 'Signed in here'}>
          <dl className={settings.facts}>
            <div>
              <dt>E-mail</dt>
              <dd>{user.email}</dd>
            </div>
            {user.memberships.map(({ organizationId, organizationName, role }) => (
              <div key={organizationId}>
                <dt>{role}</dt>
                <dd>of {organizationName}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Appearance />
        <ChangePassword />
        <Sessions />
      </div>
    </Page>
  );
}
