'use client';

import { Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useProject, useProjectPath } from '../project/project-context';
import { signOut } from '../api/session';
import classes from './navigation.module.css';

export function AccountMenu({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const { user, role } = useProject();
  const path = useProjectPath();
  return (
    <Menu position="top-start" width={220} shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={classes.link}
          aria-label={isCollapsed ? `Signed in as ${user.email}` : undefined}
        >
          <IconUserCircle size={17} stroke={1.7} aria-hidden />
          {!isCollapsed && <span className={classes.name}>{user.name}</span>}
          {!isCollapsed && <span className={classes.badge}>{role}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.ellipsis}>{user.email}</Menu.Label>
        <Menu.Item component={Link} href={path('account')} leftSection={<IconUserCircle size={15} stroke={1.7} />}>
          My account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.7} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
