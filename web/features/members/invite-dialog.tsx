'use client';

import { Select, TextInput } from '@mantine/core';
import { type CreatedInvitationResponse, dataOf, invitationsCreate } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ShownOnce } from '@/shell/dialogs/shown-once';
import type { Role } from '@/shell/project/permissions';
import { useProject } from '@/shell/project/project-context';
import { ROLES } from './use-members';

interface InviteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly renew: () => Promise<void>;
}

/** Invites by e-mail; the link is shown once too, for where mail does not arrive. */
export function InviteDialog({ isOpen, onClose, renew }: InviteProps): ReactNode {
  const [made, setMade] = useState<CreatedInvitationResponse>();
  return (
    <>
      {isOpen && <Form onClose={onClose} renew={renew} onMade={setMade} />}
      <ShownOnce
        title={`Invitation of ${made?.email ?? ''}`}
        label="Link of the invitation"
        secret={made?.link}
        onClose={() => setMade(undefined)}
      >
        <p>
          {made?.isMailed === true
            ? 'The link is also on its way by mail.'
            : 'No mail was sent: give the link to them yourself.'}
        </p>
      </ShownOnce>
    </>
  );
}

function Form({
  onClose,
  renew,
  onMade,
}: Omit<InviteProps, 'isOpen'> & { onMade: (made: CreatedInvitationResponse) => void }): ReactNode {
  const { organization } = useProject();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [error, setError] = useState<unknown>();
  const faults = faultsOf(error);
  const invite = async (): Promise<void> => {
    try {
      const path = { organizationId: organization.organizationId };
      onMade(await dataOf(invitationsCreate({ client: api, path, body: { email: email.trim(), role } })));
    } catch (thrown) {
      setError(thrown);
      throw thrown;
    }
    await renew();
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={`Invite to ${organization.organizationName}`}
      act="Invite"
      keep="Cancel"
      isDangerous={false}
      reason="none"
      fields={['/email', '/role']}
      isDisabled={email.trim() === ''}
      onConfirm={invite}
    >
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={faults.get('/email')}
        autoComplete="off"
        data-autofocus
      />
      <Select
        label="Role"
        description={`${ROLES.find(({ value }) => value === role)?.meaning}`}
        data={ROLES.map(({ value, label }) => ({ value, label }))}
        value={role}
        onChange={(next) => setRole(next ?? 'member')}
        allowDeselect={false}
        error={faults.get('/role')}
        size="xs"
      />
    </ReasonDialog>
  );
}
