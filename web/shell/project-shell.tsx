'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { notFound, useParams, useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { ShortcutHelp } from './keyboard/shortcut-help';
import { ShortcutProvider, useShortcuts } from './keyboard/shortcuts';
import { SkeletonRows } from './list/list-states';
import { LiveProvider, useLiveState } from './live/live';
import { Navigation } from './navigation/navigation';
import { NavigationProvider } from './navigation/navigation-state';
import { ALL_PAGES } from './navigation/pages';
import { useIsHydrated } from './page/use-is-hydrated';
import { PaletteLoader } from './palette/palette-loader';
import { ProjectProvider, useProject, useProjectPath } from './project/project-context';
import { rememberProject } from './project/last-project';
import { useZone, ZoneProvider } from './time/zone';
import classes from './project-shell.module.css';

/** What is told before it has come is shown once it has. */
const Notifications = dynamic(async () => (await import('@mantine/notifications')).Notifications, { ssr: false });

/** What stands around every page of a project. Rendered in the browser only: all of it depends on who looks, and from where. */
export function ProjectShell({ children }: { children: ReactNode }): ReactNode {
  const isHydrated = useIsHydrated();
  const { unknown } = useParams();
  // The server renders none of the pages, so it would answer an address that leads nowhere with 200.
  if (!isHydrated && unknown !== undefined) notFound();
  if (!isHydrated) return <div className={classes.shell} aria-busy="true" />;
  return (
    <ZoneProvider>
      <LiveProvider>
        <ShortcutProvider>
          <NavigationProvider>
            <ProjectProvider waiting={<Waiting />} unknown={<UnknownProject />}>
              <div className={classes.shell}>
                <a href="#main" className={classes.skip}>
                  Skip to the page
                </a>
                <Navigation />
                {children}
              </div>
              <EverywhereShortcuts />
              <ShortcutHelp />
              <PaletteLoader />
            </ProjectProvider>
          </NavigationProvider>
        </ShortcutProvider>
      </LiveProvider>
      <Notifications position="bottom-right" limit={4} />
    </ZoneProvider>
  );
}

function EverywhereShortcuts(): ReactNode {
  const router = useRouter();
  const path = useProjectPath();
  const { projectId } = useProject();
  const { toggle: toggleZone } = useZone();
  const { toggle: toggleLive } = useLiveState();
  useEffect(() => rememberProject(projectId), [projectId]);
  useShortcuts([
    { keys: 'l', label: 'Freeze or unfreeze', group: 'Everywhere', run: toggleLive },
    { keys: 'z', label: 'My zone or UTC', group: 'Everywhere', run: toggleZone },
    ...ALL_PAGES.flatMap(({ key, title, path: page }) =>
      key === undefined ? [] : [{ keys: `g ${key}`, label: title, group: 'Go to', run: () => router.push(path(page)) }],
    ),
  ]);
  return null;
}

/** Without the names and rights nothing can be shown yet; that it is on its way can. */
function Waiting(): ReactNode {
  return (
    <div className={classes.shell} aria-busy="true">
      <div className={classes.waiting}>
        <SkeletonRows height={48} />
      </div>
    </div>
  );
}

function UnknownProject(): ReactNode {
  return (
    <div className={classes.unknown}>
      <h1>There is no such project</h1>
      <p>It was deleted, or you are not a member of its organization.</p>
      <Link href="/">Open another one</Link>
    </div>
  );
}
