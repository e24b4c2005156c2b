'use client';

import { Button, Select } from '@mantine/core';
import { dataOf, type MembershipResponse, permissionsGet, projectsCreate } from '@rota/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { signOut } from '@/shell/api/session';
import { EntryField, EntryForm, type EntryValues } from '@/shell/entry/entry-form';
import { EntryPage } from '@/shell/entry/entry-page';
import { permissionsOf } from '@/shell/project/permissions';

/** For who belongs to an organization without a project: makes the first one, or says who can. */
export function FirstProject({ memberships }: { memberships: readonly MembershipResponse[] }): ReactNode {
  const { data: table } = useQuery({
    queryKey: ['permissions'],
    queryFn: () => dataOf(permissionsGet({ client: api })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (table === undefined) return <main aria-busy="true" />;
  const able = memberships.filter(({ role }) => permissionsOf(role, table).has('project:manage'));
  return able.length === 0 ? <NothingToOpen isMember={memberships.length > 0} /> : <NewProject memberships={able} />;
}

function NothingToOpen({ isMember }: { isMember: boolean }): ReactNode {
  return (
    <EntryPage title={isMember ? 'No project yet' : 'No organization'}>
      <p>
        {isMember
          ? 'Your organization has no project. An owner or admin can make one.'
          : 'You belong to no organization any more. Ask an owner for an invitation.'}
      </p>
      <Button onClick={() => void signOut()} size="sm">
        Sign out
      </Button>
    </EntryPage>
  );
}

function NewProject({ memberships }: { memberships: readonly MembershipResponse[] }): ReactNode {
  const [organizationId, setOrganizationId] = useState(memberships[0]?.organizationId ?? '');
  const send = async ({ text }: EntryValues): Promise<void> => {
    const { id } = await dataOf(projectsCreate({ client: api, body: { organizationId, name: text('name') } }));
    window.location.assign(`/projects/${id}/overview`);
  };
  return (
    <EntryForm title="Make the first project" act="Make 1 project" send={send}>
      <p>A project isolates its own queues, jobs, schedules and API keys.</p>
      {memberships.length > 1 && (
        <Select
          label="Organization"
          data={memberships.map(({ organizationId: value, organizationName: label }) => ({ value, label }))}
          value={organizationId}
          onChange={(value) => value !== null && setOrganizationId(value)}
          allowDeselect={false}
          size="sm"
        />
      )}
      <EntryField name="name" label="Name" autoComplete="off" isFirst />
    </EntryForm>
  );
}
