'use client';

import '@mantine/spotlight/styles.layer.css';
import { dataOf, queuesList } from '@rota/client';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import {
  IconClock,
  IconFolder,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSnowflake,
  IconStack2,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { api } from '../api/client';
import { signOut } from '../api/session';
import { useLiveState } from '../live/live';
import { ALL_PAGES } from '../navigation/pages';
import { jobsSeen } from './jobs-seen';
import { onPaletteAsked } from './palette-state';
import { useProject, useProjectPath } from '../project/project-context';
import { useZone } from '../time/zone';

const [store, actions] = createSpotlight();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const icon = (Icon: typeof IconClock): ReactNode => <Icon size={16} stroke={1.7} />;

/** ⌘K: every page, queue, project and switch by name, and any job by its id. */
export function Palette(): ReactNode {
  const [query, setQuery] = useState('');
  const groups = usePaletteGroups(query.trim());
  useEffect(() => {
    actions.open();
    return onPaletteAsked(actions.open);
  }, []);
  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={groups}
      shortcut={null}
      scrollable
      centered={false} // the field stays where it is while the list gets shorter
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      maxHeight={420}
      highlightQuery
      limit={30}
      nothingFound="Nothing of that name. The end of an id finds a job that was on screen; any other job needs its whole id."
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.8} />,
        placeholder: 'A page, a queue, a project, or a job id',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}

function usePaletteGroups(query: string): SpotlightActionGroupData[] {
  const router = useRouter();
  const path = useProjectPath();
  const { projectId, projects } = useProject();
  const queues = useQuery({
    queryKey: [projectId, 'queues', 'names'],
    queryFn: () => dataOf(queuesList({ client: api, path: { projectId }, query: { limit: 200 } })),
    staleTime: 30_000,
  });
  const switches = useSwitches();
  const open = (
    id: string,
    label: string,
    href: string,
    section: ReactNode,
    keywords?: string,
  ): SpotlightActionData => ({
    id,
    label,
    leftSection: section,
    keywords: keywords ?? '',
    onClick: () => router.push(href),
  });
  const queryClient = useQueryClient();
  const seen = useMemo(
    () => jobsSeen(queryClient.getQueriesData({ queryKey: [projectId, 'jobs'] }), query),
    [queryClient, projectId, query],
  );
  const ids = UUID.test(query) ? [query] : seen;
  const job = ids.map((id) => open(`job ${id}`, `Job ${id}`, path(`jobs/${id}`), icon(IconSearch), query));
  return [
    { group: 'Job', actions: job },
    {
      group: 'Pages',
      actions: [
        ...ALL_PAGES.map((page) => open(page.path, page.title, path(page.path), icon(page.icon))),
        open('account', 'My account', path('account'), icon(IconUserCircle), 'password sessions'),
      ],
    },
    {
      group: 'Queues',
      actions: (queues.data?.data ?? []).map(({ id, name }) =>
        open(id, name, path(`queues/${name}`), icon(IconStack2), 'queue'),
      ),
    },
    {
      group: 'Projects',
      actions: projects
        .filter(({ id }) => id !== projectId)
        .map(({ id, name }) => open(id, name, `/projects/${id}/overview`, icon(IconFolder), 'project')),
    },
    { group: 'Switches', actions: switches },
  ].filter((group) => group.actions.length > 0);
}

function useSwitches(): SpotlightActionData[] {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const { toggle: toggleZone, isUtc } = useZone();
  const { toggle: toggleLive, state } = useLiveState();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return [
    { id: 'scheme', label: `Switch to ${other}`, leftSection: icon(IconMoon), onClick: () => setColorScheme(other) },
    {
      id: 'zone',
      label: isUtc ? 'Show times in my zone' : 'Show times in UTC',
      leftSection: icon(IconClock),
      onClick: toggleZone,
    },
    {
      id: 'live',
      label: state === 'frozen' ? 'Unfreeze' : 'Freeze what is on screen',
      leftSection: icon(IconSnowflake),
      onClick: toggleLive,
    },
    { id: 'sign-out', label: 'Sign out', leftSection: icon(IconLogout), onClick: () => void signOut() },
  ];
}
