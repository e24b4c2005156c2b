'use client';

import {
  dataOf,
  itemsOf,
  meDescribe,
  permissionsGet,
  type PermissionsResponse,
  type MembershipResponse,
  projectsList,
  type ProjectResponse,
  type UserResponse,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { api } from '../api/client';
import { ProblemNotice } from '../page/problem-notice';
import { type Permission, permissionsOf, type Role } from './permissions';

interface ProjectContextValue {
  readonly projectId: string;
  readonly project: ProjectResponse;
  readonly projects: readonly ProjectResponse[];
  readonly organization: MembershipResponse;
  readonly user: UserResponse;
  readonly role: Role;
  /** May this person do it here? Buttons ask before they show themselves. */
  readonly can: (permission: Permission) => boolean;
  /** The same for a role in another organization. */
  readonly canIn: (role: Role, permission: Permission) => boolean;
}

const ProjectContext = createContext<ProjectContextValue | undefined>(undefined);

export function useProject(): ProjectContextValue {
  const context = use(ProjectContext);
  if (context === undefined) throw new Error('useProject outside of ProjectProvider');
  return context;
}

/** The path of a page of the project that is open: `path('jobs')`. */
export function useProjectPath(): (path: string) => string {
  const { projectId } = useProject();
  return (path) => `/projects/${projectId}/${path}`;
}

export function useMe() {
  return useQuery({
    queryKey: ['me'],
    queryFn: async () => (await dataOf(meDescribe({ client: api }))).user,
    staleTime: 60_000,
  });
}

const MAX_PROJECTS = 1_000;

export function useProjects() {
  return useQuery({
    queryKey: ['projects'],
    queryFn: async () => {
      const projects: ProjectResponse[] = [];
      for await (const project of itemsOf((cursor) => projectsList({ client: api, query: { cursor, limit: 200 } }))) {
        projects.push(project);
        if (projects.length === MAX_PROJECTS) break;
      }
      return projects;
    },
    staleTime: 60_000,
  });
}

interface ProviderProps {
  readonly children: ReactNode;
  /** Shown while the names and rights of this person are on their way. */
  readonly waiting: ReactNode;
  readonly unknown: ReactNode;
}

export function ProjectProvider({ children, waiting, unknown }: ProviderProps): ReactNode {
  const { projectId } = useParams<{ projectId: string }>();
  const me = useMe();
  const projects = useProjects();
  const permissions = useQuery({
    queryKey: ['permissions'],
    queryFn: () => dataOf(permissionsGet({ client: api })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const value = useMemo(
    () => contextOf(projectId, me.data, projects.data, permissions.data),
    [projectId, me.data, projects.data, permissions.data],
  );
  const error = me.error ?? projects.error ?? permissions.error;
  if (value !== undefined) return <ProjectContext value={value}>{children}</ProjectContext>;
  if (error !== null) {
    const retry = (): void => void Promise.all([me.refetch(), projects.refetch(), permissions.refetch()]);
    return <ProblemNotice what="Your projects could not be read" error={error} onRetry={retry} />;
  }
  return me.data === undefined || projects.data === undefined || permissions.data === undefined ? waiting : unknown;
}

function contextOf(
  projectId: string,
  user: UserResponse | null | undefined,
  projects: readonly ProjectResponse[] | undefined,
  table: PermissionsResponse | undefined,
): ProjectContextValue | undefined {
  const project = projects?.find(({ id }) => id === projectId);
  if (user === null || user === undefined || table === undefined || projects === undefined || project === undefined)
    return undefined;
  const organization = user.memberships.find(({ organizationId }) => organizationId === project.organizationId);
  if (organization === undefined) return undefined;
  const { role } = organization;
  const held = permissionsOf(role, table);
  return {
    projectId,
    project,
    projects,
    organization,
    user,
    role,
    can: (permission) => held.has(permission),
    canIn: (other, permission) => permissionsOf(other, table).has(permission),
  };
}
