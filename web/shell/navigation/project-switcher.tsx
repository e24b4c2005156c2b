'use client';

import { Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProject } from '../project/project-context';
import { RotaMark } from './rota-mark';
import classes from './navigation.module.css';

/** Which project of which organization is open; opens another one on the same page. */
export function ProjectSwitcher({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const { project, organization, projects, projectId, user } = useProject();
  const byOrganization = Map.groupBy(projects, ({ organizationId }) => organizationId);
  return (
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={classes.switcher}
          aria-label={isCollapsed ? `Project ${project.name}: switch` : undefined}
        >
          <RotaMark />
          {!isCollapsed && (
            <>
              <span className={classes.project}>
                <strong>{project.name}</strong>
                <span>{organization.organizationName}</span>
              </span>
              <IconSelector size={15} stroke={1.7} aria-hidden />
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {user.memberships.map(({ organizationId, organizationName, role }) => (
          <div key={organizationId}>
            <Menu.Label>
              {organizationName} · {role}
            </Menu.Label>
            {(byOrganization.get(organizationId) ?? []).map(({ id, name }) => (
              <Menu.Item
                key={id}
                component={Link}
                href={`/projects/${id}/overview`}
                rightSection={id === projectId ? <IconCheck size={14} aria-label="open" /> : undefined}
              >
                <span className={classes.ellipsis}>{name}</span>
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
