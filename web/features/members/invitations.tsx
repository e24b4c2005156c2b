'use client';

import { Button } from '@mantine/core';
import { dataOf, type InvitationResponse, invitationsRevoke } from '@rota/client';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { type Column, DataTable } from '@/shell/list/data-table';
import { ListStates } from '@/shell/list/list-states';
import { BlockHead } from '@/shell/page/page';
import { useProject } from '@/shell/project/project-context';
import { Instant } from '@/shell/time/instant';
import classes from './members.module.css';
import { useInvitations, wordOf } from './use-members';

/** Who was invited and has not come yet. */
export function Invitations({ renew }: { renew: () => Promise<void> }): ReactNode {
  const { organization } = useProject();
  const invitations = useInvitations();
  const [revoking, setRevoking] = useState<InvitationResponse>();
  const columns = useMemo<readonly Column<InvitationResponse>[]>(
    () => [
      { key: 'email', head: 'E-mail', cell: ({ email }) => <span title={email}>{email}</span> },
      { key: 'role', head: 'Role', width: 100, cell: ({ role }) => wordOf(role) },
      {
        key: 'sent',
        head: 'Invited',
        width: 130,
        minWindow: 900,
        cell: ({ createdAt }) => (
          <span className={classes.dim}>
            <Instant at={createdAt} as="ago" />
          </span>
        ),
      },
      {
        key: 'expires',
        head: 'Valid until',
        width: 130,
        minWindow: 900,
        cell: ({ expiresAt }) => <Instant at={expiresAt} />,
      },
      {
        key: 'actions',
        head: <span className={classes.hidden}>Actions</span>,
        width: 148,
        align: 'right',
        cell: (invitation) => <WithdrawButton invitation={invitation} onWithdraw={setRevoking} />,
      },
    ],
    [],
  );
  const revoke = async (reason: string | undefined): Promise<void> => {
    if (revoking === undefined) return;
    const path = { organizationId: organization.organizationId, invitationId: revoking.id };
    await dataOf(invitationsRevoke({ client: api, path, query: { reason } }));
    notifyDone(`The invitation of ${revoking.email} is withdrawn`);
    await renew();
  };
  return (
    <section className={classes.invitations}>
      <BlockHead title="Invitations" remark="not taken up yet" />
      <ListStates
        query={invitations}
        failed="The invitations could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={classes.none}>None is open.</p>}
      >
        {(rows) => (
          <DataTable
            label="Invitations"
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            compact={(invitation) => <CompactInvitation invitation={invitation} onWithdraw={setRevoking} />}
          />
        )}
      </ListStates>
      <ReasonDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Withdraw the invitation of ${revoking?.email ?? ''}?`}
        act="Withdraw 1 invitation"
        keep="Keep it"
        onConfirm={revoke}
      >
        <p>Its link stops working at once.</p>
      </ReasonDialog>
    </section>
  );
}

interface InvitationProps {
  readonly invitation: InvitationResponse;
  readonly onWithdraw: (invitation: InvitationResponse) => void;
}

function WithdrawButton({ invitation, onWithdraw }: InvitationProps): ReactNode {
  return (
    <Button variant="subtle" color="gray" onClick={() => onWithdraw(invitation)}>
      Withdraw…
    </Button>
  );
}

function CompactInvitation(props: InvitationProps): ReactNode {
  const { email, role, expiresAt } = props.invitation;
  return (
    <div className={classes.compact}>
      <div>
        <strong>{email}</strong>
        <span>{wordOf(role)}</span>
      </div>
      <div>
        <span className={classes.dim}>
          valid until <Instant at={expiresAt} />
        </span>
        <WithdrawButton {...props} />
      </div>
    </div>
  );
}
