'use client';

import { Button, PasswordInput, TextInput } from '@mantine/core';
import {
  dataOf,
  type SecretResponse,
  secretsDelete,
  secretsList,
  secretsPut,
  secretsRotateSigningSecret,
  type SigningSecretResponse,
} from '@rota/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ShownOnce } from '@/shell/dialogs/shown-once';
import { ListStates } from '@/shell/list/list-states';
import { useProject } from '@/shell/project/project-context';
import { formatWhole } from '@/shell/time/format';
import { Instant } from '@/shell/time/instant';
import { Section } from './section';
import classes from './settings.module.css';

/** Made with the project, and signs its webhooks. */
const SIGNING = 'webhook.signing';

/** Names only: nobody reads a value again, not even here. */
export function Secrets(): ReactNode {
  const { projectId, can } = useProject();
  const queryClient = useQueryClient();
  const isManager = can('secrets:manage');
  const secrets = useQuery({
    queryKey: [projectId, 'secrets'],
    queryFn: async () => (await dataOf(secretsList({ client: api, path: { projectId }, query: { limit: 200 } }))).data,
    enabled: isManager,
  });
  const [setting, setSetting] = useState<string>();
  const [deleting, setDeleting] = useState<string>();
  const [isRotating, setIsRotating] = useState(false);
  const [made, setMade] = useState<SigningSecretResponse>();
  const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [projectId, 'secrets'] });
  const remove = async (reason: string | undefined): Promise<void> => {
    await dataOf(secretsDelete({ client: api, path: { projectId, name: deleting ?? '' }, query: { reason } }));
    notifyDone(`${deleting} is deleted`);
    await renew();
  };
  const rotate = async (): Promise<void> => {
    setMade(await dataOf(secretsRotateSigningSecret({ client: api, path: { projectId } })));
    await renew();
  };
  return (
    <Section
      title="Secrets"
      description="Jobs name them in headers; only handlers see the values. A value is never shown again."
    >
      {isManager ? (
        <>
          <ListStates
            query={secrets}
            failed="The secrets could not be read"
            isEmpty={(rows) => rows.length === 0}
            empty={<p className={classes.dim}>None yet.</p>}
          >
            {(rows) => (
              <ul className={classes.rows}>
                {rows.map((secret) => (
                  <SecretRow
                    key={secret.name}
                    secret={secret}
                    onSet={setSetting}
                    onDelete={setDeleting}
                    onRotate={() => setIsRotating(true)}
                  />
                ))}
              </ul>
            )}
          </ListStates>
          <Button onClick={() => setSetting('')}>New secret</Button>
        </>
      ) : (
        <p className={classes.dim}>Admins and owners see their names and change them.</p>
      )}
      {setting !== undefined && <SetSecret name={setting} onClose={() => setSetting(undefined)} renew={renew} />}
      <ReasonDialog
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={`Delete the secret ${deleting ?? ''}?`}
        act="Delete 1 secret"
        keep="Keep it"
        onConfirm={remove}
      >
        <p>Jobs that name it fail from now on.</p>
      </ReasonDialog>
      <ReasonDialog
        isOpen={isRotating}
        onClose={() => setIsRotating(false)}
        title="Rotate the signing secret?"
        act="Rotate"
        reason="none"
        isDangerous={false}
        onConfirm={rotate}
      >
        <p>
          Webhooks are signed with the new secret, and for a while with the old one too, so that receivers can change
          over.
        </p>
      </ReasonDialog>
      <ShownOnce
        title="The new signing secret"
        label="Signing secret"
        secret={made?.secret}
        onClose={() => setMade(undefined)}
      >
        <p>
          {made !== undefined &&
            (made.overlapSeconds > 0
              ? `For ${formatWhole(made.overlapSeconds * 1_000)} webhooks carry both signatures.`
              : 'The old one does not sign any more.')}
        </p>
      </ShownOnce>
    </Section>
  );
}

interface SecretRowProps {
  readonly secret: SecretResponse;
  readonly onSet: (name: string) => void;
  readonly onDelete: (name: string) => void;
  readonly onRotate: () => void;
}

function SecretRow({ secret: { name, createdAt }, onSet, onDelete, onRotate }: SecretRowProps): ReactNode {
  return (
    <li>
      <code title={name}>{name}</code>
      <span className={classes.dim}>
        set <Instant at={createdAt} as="ago" />
      </span>
      <span className={classes.actions}>
        {name === SIGNING ? (
          <Button onClick={onRotate}>Rotate…</Button>
        ) : (
          <>
            <Button onClick={() => onSet(name)}>Replace…</Button>
            <Button variant="subtle" color="gray" onClick={() => onDelete(name)}>
              Delete…
            </Button>
          </>
        )}
      </span>
    </li>
  );
}

function SetSecret({
  name: given,
  onClose,
  renew,
}: {
  name: string;
  onClose: () => void;
  renew: () => Promise<void>;
}): ReactNode {
  const { projectId } = useProject();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');
  const [error, setError] = useState<unknown>();
  const faults = faultsOf(error);
  const isNew = given === '';
  const save = async (): Promise<void> => {
    try {
      await dataOf(secretsPut({ client: api, path: { projectId, name: name.trim() }, body: { value } }));
    } catch (thrown) {
      setError(thrown);
      throw thrown;
    }
    notifyDone(`${name.trim()} is set`);
    await renew();
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={isNew ? 'New secret' : `Replace ${given}?`}
      act={isNew ? 'Set' : 'Replace'}
      keep="Cancel"
      isDangerous={false}
      reason="none"
      fields={['/name', '/value']}
      isDisabled={name.trim() === '' || value === ''}
      onConfirm={save}
    >
      {isNew && (
        <TextInput
          label="Name"
          description="Letters, digits, dots, dashes: partner.token"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faults.get('/name')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      <PasswordInput
        label="Value"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={faults.get('/value')}
        autoComplete="off"
        size="xs"
        data-autofocus={!isNew || undefined}
      />
    </ReasonDialog>
  );
}
