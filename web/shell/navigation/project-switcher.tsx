'use client';

import { Menu, TextInput } from '@mantine/core';
import { accountsOptions, dataOf, type MembershipResponse, type ProjectResponse } from '@rota/client';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { api } from '../api/client';
import { useProject } from '../project/project-context';
import { RotaMark } from './rota-mark';
import classes from './navigation.module.css';

const NewProjectDialog = dynamic(async () => (await import('./create-dialogs')).NewProjectDialog, { ssr: false });
const NewOrganizationDialog = dynamic(async () => (await import('./create-dialogs')).NewOrganizationDialog, {
  ssr: false,
});

/** From so many projects on they are looked for by name. */
const SEARCHED_FROM = 9;

/** Which project of which organization is open; opens another one, or makes one where that is allowed. */
export function ProjectSwitcher({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const { project, organization } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  const [newProjectOf, setNewProjectOf] = useState<MembershipResponse>();
  const [isNewOrganization, setIsNewOrganization] = useState(false);
  return (
    <>
      <Menu position="bottom-start" width={280} shadow="md" opened={isOpen} onChange={setIsOpen}>
        <Menu.Target>
          <button
            type="button"
            className={classes.switcher}
            aria-label={isCollapsed ? `Project ${project.name}: switch` : undefined}
          >
            <RotaMark />
            {!isCollapsed && (
              <>
                <span className={classes.project} title={`${project.name} of ${organization.organizationName}`}>
                  <strong>{project.name}</strong>
                  <span>{organization.organizationName}</span>
                </span>
                <IconSelector size={15} stroke={1.7} aria-hidden />
              </>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {isOpen && <Choices onNewProject={setNewProjectOf} onNewOrganization={() => setIsNewOrganization(true)} />}
        </Menu.Dropdown>
      </Menu>
      {newProjectOf !== undefined && (
        <NewProjectDialog organization={newProjectOf} onClose={() => setNewProjectOf(undefined)} />
      )}
      {isNewOrganization && <NewOrganizationDialog onClose={() => setIsNewOrganization(false)} />}
    </>
  );
}

interface ChoicesProps {
  readonly onNewProject: (membership: MembershipResponse) => void;
  readonly onNewOrganization: () => void;
}

function Choices({ onNewProject, onNewOrganization }: ChoicesProps): ReactNode {
  const { projects, user } = useProject();
  const [search, setSearch] = useState('');
  const canFound = useCanFound(user.isOperator);
  const wanted = search.trim().toLowerCase();
  const found = projects.filter(({ name }) => name.toLowerCase().includes(wanted));
  const byOrganization = Map.groupBy(found, ({ organizationId }) => organizationId);
  return (
    <>
      {projects.length >= SEARCHED_FROM && (
        <TextInput
          aria-label="Find a project"
          placeholder="Find a project"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <div className={classes.choices}>
        {user.memberships.map((membership) => (
          <Organization
            key={membership.organizationId}
            membership={membership}
            projects={byOrganization.get(membership.organizationId) ?? []}
            isSearched={wanted !== ''}
            onNewProject={onNewProject}
          />
        ))}
      </div>
      {canFound && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={onNewOrganization}>
            New organization…
          </Menu.Item>
        </>
      )}
    </>
  );
}

interface OrganizationProps {
  readonly membership: MembershipResponse;
  readonly projects: readonly ProjectResponse[];
  readonly isSearched: boolean;
  readonly onNewProject: (membership: MembershipResponse) => void;
}

function Organization({ membership, projects, isSearched, onNewProject }: OrganizationProps): ReactNode {
  const { projectId, canIn } = useProject();
  const { organizationName, role } = membership;
  if (isSearched && projects.length === 0) return null;
  return (
    <div>
      <Menu.Label className={classes.ellipsis} title={organizationName}>
        {organizationName} · {role}
      </Menu.Label>
      {projects.map(({ id, name }) => (
        <Menu.Item
          key={id}
          component={Link}
          href={`/projects/${id}/overview`}
          prefetch={false}
          title={name}
          rightSection={id === projectId ? <IconCheck size={14} aria-label="open" /> : undefined}
        >
          <span className={classes.ellipsis}>{name}</span>
        </Menu.Item>
      ))}
      {!isSearched && canIn(role, 'project:manage') && (
        <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => onNewProject(membership)}>
          New project…
        </Menu.Item>
      )}
    </div>
  );
}

/** May this person make an organization? Operators may, and everybody where sign-up is open. */
function useCanFound(isOperator: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: () => dataOf(accountsOptions({ client: api })),
    staleTime: 600_000,
    enabled: !isOperator,
  });
  return isOperator || data?.signUp === 'open';
}
