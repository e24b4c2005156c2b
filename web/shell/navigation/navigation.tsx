'use client';

import { Kbd, Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { useProjectPath } from '../project/project-context';
import { AccountMenu } from './account-menu';
import { type Badges, useBadges } from './badges';
import classes from './navigation.module.css';
import { useNavigation } from './navigation-state';
import { MANAGING_PAGES, type NavigationPage, OPERATING_PAGES } from './pages';
import { ProjectSwitcher } from './project-switcher';

/** For narrow windows only. */
const NavigationDrawer = dynamic(async () => (await import('./navigation-drawer')).NavigationDrawer, { ssr: false });

export function Navigation(): ReactNode {
  const { isCollapsed, toggle, isDrawerOpen, closeDrawer } = useNavigation();
  const pathname = usePathname();
  const [isDrawerWanted, setIsDrawerWanted] = useState(false);
  if (isDrawerOpen && !isDrawerWanted) setIsDrawerWanted(true);
  useEffect(() => closeDrawer(), [pathname, closeDrawer]);
  return (
    <>
      <nav className={classes.navigation} data-collapsed={isCollapsed || undefined} aria-label="Pages">
        <Content isCollapsed={isCollapsed} />
        <button type="button" className={classes.link} onClick={toggle} aria-label={isCollapsed ? 'Unfold' : undefined}>
          {isCollapsed ? (
            <IconLayoutSidebarLeftExpand size={17} stroke={1.7} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={17} stroke={1.7} />
          )}
          {!isCollapsed && (
            <>
              <span className={classes.name}>Collapse</span>
              <Kbd>[</Kbd>
            </>
          )}
        </button>
      </nav>
      {isDrawerWanted && (
        <NavigationDrawer isOpen={isDrawerOpen} onClose={closeDrawer}>
          <Content isCollapsed={false} />
        </NavigationDrawer>
      )}
    </>
  );
}

function Content({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const badges = useBadges();
  return (
    <>
      <ProjectSwitcher isCollapsed={isCollapsed} />
      {OPERATING_PAGES.map((page) => (
        <PageLink key={page.path} page={page} badges={badges} isCollapsed={isCollapsed} />
      ))}
      {isCollapsed ? <hr className={classes.rule} /> : <span className={classes.heading}>Manage</span>}
      {MANAGING_PAGES.map((page) => (
        <PageLink key={page.path} page={page} badges={badges} isCollapsed={isCollapsed} />
      ))}
      <span className={classes.space} />
      <AccountMenu isCollapsed={isCollapsed} />
    </>
  );
}

interface PageLinkProps {
  readonly page: NavigationPage;
  readonly badges: Badges;
  readonly isCollapsed: boolean;
}

function PageLink({ page, badges, isCollapsed }: PageLinkProps): ReactNode {
  const pathname = usePathname();
  const href = useProjectPath()(page.path);
  const isHere = pathname === href || pathname.startsWith(`${href}/`);
  const badge = badges[page.path];
  const Icon = page.icon;
  return (
    <Tooltip label={page.title} position="right" disabled={!isCollapsed}>
      <Link
        href={href}
        prefetch={false}
        className={classes.link}
        data-here={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
        aria-label={isCollapsed ? page.title : undefined}
      >
        <span className={classes.icon} data-trouble={(isCollapsed && badge?.isTrouble) || undefined}>
          <Icon size={17} stroke={1.7} aria-hidden />
        </span>
        {!isCollapsed && <span className={classes.name}>{page.title}</span>}
        {!isCollapsed && badge !== undefined && (
          <span className={classes.badge} data-trouble={badge.isTrouble || undefined}>
            {badge.text}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
