'use client';

import {
  dataOf,
  invitationsList,
  type InvitationResponse,
  itemsOf,
  type MemberResponse,
  membersList,
} from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/shell/api/client';
import { useProject } from '@/shell/project/project-context';
import type { Role } from '@/shell/project/permissions';

const MOST = 1_000;

export const ROLES: readonly { readonly value: Role; readonly label: string; readonly meaning: string }[] = [
  { value: 'viewer', label: 'Viewer', meaning: 'sees everything, changes nothing' },
  { value: 'member', label: 'Member', meaning: 'enqueues, cancels, retries, replays and discards' },
  { value: 'admin', label: 'Admin', meaning: 'also changes queues, schedules, keys, secrets and projects' },
  { value: 'owner', label: 'Owner', meaning: 'also decides who belongs here' },
];

export const wordOf = (role: Role): string => ROLES.find(({ value }) => value === role)?.label ?? role;

/** All members of the organization that the project belongs to. */
export function useMembers() {
  const { organization } = useProject();
  const { organizationId } = organization;
  return useQuery({
    queryKey: ['organization', organizationId, 'members'],
    queryFn: async () => {
      const members: MemberResponse[] = [];
      for await (const member of itemsOf((cursor) =>
        membersList({
          client: api,
          path: { organizationId },
          query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
        }),
      )) {
        members.push(member);
        if (members.length === MOST) break;
      }
      return members;
    },
  });
}

/** Invitations that nobody has taken up yet: only who may invite sees them. */
export function useInvitations() {
  const { organization, can } = useProject();
  const { organizationId } = organization;
  return useQuery<InvitationResponse[]>({
    queryKey: ['organization', organizationId, 'invitations'],
    queryFn: async () =>
      (await dataOf(invitationsList({ client: api, path: { organizationId }, query: { limit: 200 } }))).data,
    enabled: can('members:manage'),
  });
}
