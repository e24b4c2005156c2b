'use client';

import { Button } from '@mantine/core';
import type { ApiKeyResponse } from '@rota/client';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '@/shell/list/data-table';
import { Instant } from '@/shell/time/instant';
import { useNow } from '@/shell/time/use-now';
import classes from './api-keys.module.css';
import { type KeyState, printedPrefix, SCOPES, stateOfKey } from './use-keys';

export interface KeyActions {
  readonly onRotate: (key: ApiKeyResponse) => void;
  readonly onRevoke: (key: ApiKeyResponse) => void;
}

export function keyColumns(actions: KeyActions | undefined): readonly Column<ApiKeyResponse>[] {
  const columns: Column<ApiKeyResponse>[] = [
    {
      key: 'name',
      head: 'Name',
      cell: ({ name }) => (
        <strong className={classes.name} title={name}>
          {name}
        </strong>
      ),
    },
    { key: 'prefix', head: 'Key', width: 154, cell: (key) => <code>{printedPrefix(key)}</code> },
    { key: 'scopes', head: 'Scopes', width: 190, minWindow: 900, cell: (key) => <Scopes scopes={key.scopes} /> },
    {
      key: 'created',
      head: 'Created',
      width: 120,
      minWindow: 1300,
      cell: ({ createdAt }) => (
        <span className={classes.dim}>
          <Instant at={createdAt} />
        </span>
      ),
    },
    {
      key: 'used',
      head: 'Last used',
      width: 130,
      minWindow: 900,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className={classes.dim}>never</span> : <Instant at={lastUsedAt} as="ago" />,
    },
    { key: 'expires', head: 'Expires', width: 176, cell: (key) => <Expiry apiKey={key} /> },
  ];
  if (actions === undefined) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      head: <span className={classes.hidden}>Actions</span>,
      width: 210,
      align: 'right',
      cell: (key) => <Buttons apiKey={key} actions={actions} />,
    },
  ];
}

function Scopes({ scopes }: { scopes: ApiKeyResponse['scopes'] }): ReactNode {
  const labels = SCOPES.filter(({ value }) => scopes.includes(value)).map(({ label }) => label);
  // Cannot be chosen here, but a key that was made over the interface may have it.
  return [...labels, ...(scopes.includes('worker') ? ['Worker (reserved, opens nothing yet)'] : [])].join(', ');
}

const MARKS: Record<KeyState, { readonly icon: typeof IconBan; readonly word: string }> = {
  active: { icon: IconCircleCheck, word: '' },
  expiring: { icon: IconAlertTriangle, word: '' },
  expired: { icon: IconBan, word: 'expired ' },
  revoked: { icon: IconBan, word: 'revoked ' },
};

function Expiry({ apiKey }: { apiKey: ApiKeyResponse }): ReactNode {
  const state = stateOfKey(apiKey, useNow());
  const at = state === 'revoked' ? apiKey.revokedAt : apiKey.expiresAt;
  if (at === null) return <span className={classes.dim}>never</span>;
  const { icon: Icon, word } = MARKS[state];
  // A key that was rotated has its end set already.
  const isEnding = apiKey.revokedAt !== null && state !== 'revoked';
  return (
    <span className={classes.expiry} data-state={isEnding ? 'expiring' : state}>
      {(state !== 'active' || isEnding) && <Icon size={14} stroke={1.9} aria-hidden />}
      {isEnding ? 'ends ' : word}
      <Instant at={isEnding ? (apiKey.revokedAt ?? at) : at} as={state === 'active' && !isEnding ? 'clock' : 'ago'} />
    </span>
  );
}

function Buttons({ apiKey, actions }: { apiKey: ApiKeyResponse; actions: KeyActions }): ReactNode {
  const state = stateOfKey(apiKey, useNow());
  if (state === 'revoked' || apiKey.revokedAt !== null) return null;
  return (
    <span className={classes.actions}>
      {state !== 'expired' && <Button onClick={() => actions.onRotate(apiKey)}>Rotate…</Button>}
      <Button variant="subtle" color="gray" onClick={() => actions.onRevoke(apiKey)}>
        Revoke…
      </Button>
    </span>
  );
}

export function CompactKey({
  apiKey,
  actions,
}: {
  apiKey: ApiKeyResponse;
  actions: KeyActions | undefined;
}): ReactNode {
  return (
    <div className={classes.compact}>
      <div>
        <strong className={classes.name}>{apiKey.name}</strong>
        <Expiry apiKey={apiKey} />
      </div>
      <div>
        <code>{printedPrefix(apiKey)}</code>
        <span className={classes.dim}>
          <Scopes scopes={apiKey.scopes} />
        </span>
      </div>
      <div>
        <span className={classes.dim}>
          {apiKey.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Instant at={apiKey.lastUsedAt} as="ago" />
            </>
          )}
        </span>
        {actions !== undefined && <Buttons apiKey={apiKey} actions={actions} />}
      </div>
    </div>
  );
}
