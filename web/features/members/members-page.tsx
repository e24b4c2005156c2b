'use client';

import { Button, Select } from '@mantine/core';
import { dataOf, type MemberResponse, membersChangeRole, membersRemove } from '@rota/client';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { type Column, DataTable } from '@/shell/list/data-table';
import { FilterBar } from '@/shell/list/filter-bar';
import { ListStates } from '@/shell/list/list-states';
import { Page } from '@/shell/page/page';
import { PrimaryAction } from '@/shell/page/primary-action';
import type { Role } from '@/shell/project/permissions';
import { useProject } from '@/shell/project/project-context';
import { formatCount } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { Invitations } from './invitations';
import { InviteDialog } from './invite-dialog';
import classes from './members.module.css';
import { ROLES, useMembers, wordOf } from './use-members';

interface MemberActions {
  readonly ownId: string;
  readonly onRole: (member: MemberResponse, role: Role) => void;
  readonly onRemove: (member: MemberResponse) => void;
}

export function MembersPage(): ReactNode {
  const { organization, user, can } = useProject();
  const queryClient = useQueryClient();
  const members = useMembers();
  const isOwner = can('members:manage');
  const [isInviting, setIsInviting] = useState(false);
  const [changing, setChanging] = useState<{ readonly member: MemberResponse; readonly role: Role }>();
  const [removing, setRemoving] = useState<MemberResponse>();
  const { organizationId } = organization;
  const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['organization', organizationId] });
  const actions = useMemo<MemberActions | undefined>(
    () =>
      isOwner
        ? { ownId: user.id, onRole: (member, role) => setChanging({ member, role }), onRemove: setRemoving }
        : undefined,
    [isOwner, user.id],
  );
  const columns = useMemo(() => memberColumns(actions, user.id), [actions, user.id]);
  const changeRole = async (): Promise<void> => {
    if (changing === undefined) return;
    const path = { organizationId, userId: changing.member.userId };
    await dataOf(membersChangeRole({ client: api, path, body: { role: changing.role } }));
    notifyDone(`${changing.member.name} is ${wordOf(changing.role).toLowerCase()} now`);
    await renew();
  };
  const remove = async (reason: string | undefined): Promise<void> => {
    if (removing === undefined) return;
    await dataOf(membersRemove({ client: api, path: { organizationId, userId: removing.userId }, query: { reason } }));
    notifyDone(`${removing.name} does not belong here any more`);
    await renew();
  };
  return (
    <Page
      title="Members"
      actions={
        isOwner && (
          <PrimaryAction
            icon={<IconUserPlus size={14} stroke={2} aria-hidden />}
            label="Invite"
            onClick={() => setIsInviting(true)}
          />
        )
      }
      footer={<span>{isOwner ? 'A changed role counts with the next request' : 'Owners decide who belongs here'}</span>}
    >
      <FilterBar
        remark={
          members.data !== undefined &&
          `${formatCount(members.data.length)} ${members.data.length === 1 ? 'member' : 'members'}`
        }
      >
        <span className={classes.of} title={organization.organizationName}>
          Of the organization <strong>{organization.organizationName}</strong>, with all its projects.
        </span>
      </FilterBar>
      <ListStates
        query={members}
        failed="The members could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={null}
        rowHeight={47}
      >
        {(rows) => (
          <DataTable
            label="Members"
            rows={rows}
            columns={columns}
            idOf={({ userId }) => userId}
            compact={(member) => <CompactMember member={member} actions={actions} />}
            size="two-lines"
          />
        )}
      </ListStates>
      {isOwner && <Invitations renew={renew} />}
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} renew={renew} />
      <ReasonDialog
        isOpen={changing !== undefined}
        onClose={() => setChanging(undefined)}
        title={changing === undefined ? '' : `Make ${changing.member.name} ${wordOf(changing.role).toLowerCase()}?`}
        act={changing === undefined ? '' : `Make ${wordOf(changing.role).toLowerCase()}`}
        isDangerous={false}
        reason="none"
        onConfirm={changeRole}
      >
        <p>
          {ROLES.find(({ value }) => value === changing?.role)?.meaning.replace(/^./, (first) => first.toUpperCase())}.
          It counts with the next request.
        </p>
      </ReasonDialog>
      <ReasonDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.name ?? ''}?`}
        act="Remove 1 member"
        keep="Keep them"
        onConfirm={remove}
      >
        <p>
          {removing?.email} loses every project of {organization.organizationName} within a second. What they did stays
          in the audit log.
        </p>
      </ReasonDialog>
    </Page>
  );
}

function memberColumns(actions: MemberActions | undefined, ownId: string): readonly Column<MemberResponse>[] {
  const columns: Column<MemberResponse>[] = [
    {
      key: 'name',
      head: 'Member',
      cell: ({ name, email, userId }) => (
        <span className={classes.lines}>
          <span title={name}>
            <strong>{name}</strong> {userId === ownId && <span className={classes.dim}>you</span>}
          </span>
          <span title={email}>{email}</span>
        </span>
      ),
    },
    { key: 'role', head: 'Role', width: 190, cell: (member) => <RoleCell member={member} actions={actions} /> },
    {
      key: 'meaning',
      head: 'May',
      minWindow: 1100,
      cell: ({ role }) => <span className={classes.dim}>{ROLES.find(({ value }) => value === role)?.meaning}</span>,
    },
    {
      key: 'joined',
      head: 'Since',
      width: 130,
      minWindow: 900,
      cell: ({ joinedAt }) => (
        <span className={classes.dim}>
          <Instant at={joinedAt} />
        </span>
      ),
    },
  ];
  if (actions === undefined) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      head: <span className={classes.hidden}>Actions</span>,
      width: 124,
      align: 'right',
      cell: (member) => <RemoveButton member={member} actions={actions} />,
    },
  ];
}

function RoleCell({ member, actions }: { member: MemberResponse; actions: MemberActions | undefined }): ReactNode {
  if (actions === undefined || member.userId === actions.ownId) return wordOf(member.role);
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      data={ROLES.map(({ value, label }) => ({ value, label }))}
      value={member.role}
      onChange={(role) => role !== null && role !== member.role && actions.onRole(member, role)}
      allowDeselect={false}
      size="xs"
      w={130}
    />
  );
}

function RemoveButton({ member, actions }: { member: MemberResponse; actions: MemberActions }): ReactNode {
  if (member.userId === actions.ownId) return null;
  return (
    <Button variant="subtle" color="gray" onClick={() => actions.onRemove(member)}>
      Remove…
    </Button>
  );
}

function CompactMember({ member, actions }: { member: MemberResponse; actions: MemberActions | undefined }): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <strong>{member.name}</strong>
        <RoleCell member={member} actions={actions} />
      </div>
      <div>
        <span className={classes.dim}>{member.email}</span>
        {actions !== undefined && <RemoveButton member={member} actions={actions} />}
      </div>
    </div>
  );
}
