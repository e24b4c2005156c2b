'use client';

import { Button, Switch } from '@mantine/core';
import { type ApiKeyResponse, apiKeysRevoke, dataOf } from '@rota/client';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ShownOnce } from '@/shell/dialogs/shown-once';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { DataTable } from '@/shell/list/data-table';
import { FilterBar } from '@/shell/list/filter-bar';
import { KeysetFooter } from '@/shell/list/keyset-controls';
import { ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useUrlFilters } from '@/shell/list/url-filters';
import { Page } from '@/shell/page/page';
import { PrimaryAction } from '@/shell/page/primary-action';
import { useProject } from '@/shell/project/project-context';
import { formatAgo } from '@/shell/time/format';
import { useNow } from '@/shell/time/use-now';
import classes from './api-keys.module.css';
import { CreateKeyDialog } from './create-key-dialog';
import { CompactKey, type KeyActions, keyColumns } from './key-columns';
import { RotateKeyDialog } from './rotate-key-dialog';
import { printedPrefix, stateOfKey, useKeyList } from './use-keys';

const FILTERS = ['ended'] as const;
const idOf = ({ id }: ApiKeyResponse): string => id;

export function ApiKeysPage(): ReactNode {
  const { can, projectId } = useProject();
  const { filters, set } = useUrlFilters(FILTERS);
  const list = useKeyList();
  const minute = Math.floor(useNow() / 60_000) * 60_000;
  const [isCreating, setIsCreating] = useState(false);
  const [rotating, setRotating] = useState<ApiKeyResponse>();
  const [revoking, setRevoking] = useState<ApiKeyResponse>();
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  const isManager = can('keys:manage');
  const isEnded = (key: ApiKeyResponse): boolean => ['revoked', 'expired'].includes(stateOfKey(key, minute));
  const ended = list.rows.filter(isEnded).length;
  const rows = list.rows.filter((key) => filters.ended !== undefined || !isEnded(key));
  const actions = useMemo<KeyActions | undefined>(
    () => (isManager ? { onRotate: setRotating, onRevoke: setRevoking } : undefined),
    [isManager],
  );
  const columns = useMemo(() => keyColumns(actions), [actions]);
  useShortcuts(isManager ? [{ keys: 'n', label: 'New key', group: 'API keys', run: () => setIsCreating(true) }] : []);
  const onMade = (name: string, token: string): void => {
    setMade({ name, token });
    list.refetch();
  };
  const revoke = async (reason: string | undefined): Promise<void> => {
    if (revoking === undefined) return;
    await dataOf(apiKeysRevoke({ client: api, path: { projectId, keyId: revoking.id }, query: { reason } }));
    notifyDone(`${revoking.name} is revoked`);
    list.refetch();
  };
  return (
    <Page
      title="API keys"
      actions={
        isManager && (
          <PrimaryAction
            icon={<IconPlus size={14} stroke={2.2} aria-hidden />}
            label="New key"
            onClick={() => setIsCreating(true)}
          />
        )
      }
      footer={<KeysetFooter list={list} order="Newest first" />}
    >
      <FilterBar
        remark={
          ended > 0 && (
            <Switch
              size="xs"
              label={`Show ${ended} revoked or expired`}
              checked={filters.ended !== undefined}
              onChange={(event) => set({ ended: event.currentTarget.checked ? 'shown' : undefined })}
            />
          )
        }
      >
        <span className={classes.dim}>Each key opens this project alone, within its scopes.</span>
      </FilterBar>
      <ListStates
        query={list}
        failed="The keys could not be read"
        isEmpty={() => rows.length === 0}
        rowHeight={42}
        empty={
          <TrulyEmpty
            sentence={
              isManager
                ? 'No key is in use: services need one to hand in jobs.'
                : 'No key is in use. Admins and owners make them.'
            }
          >
            {isManager && <Button onClick={() => setIsCreating(true)}>New key</Button>}
          </TrulyEmpty>
        }
      >
        {() => (
          <DataTable
            label="API keys"
            rows={rows}
            columns={columns}
            idOf={idOf}
            compact={(key) => <CompactKey apiKey={key} actions={actions} />}
            size="roomy"
          />
        )}
      </ListStates>
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} onMade={onMade} />
      <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} onMade={onMade} />
      <ReasonDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? 'the key'}?`}
        act="Revoke 1 key"
        keep="Keep it"
        onConfirm={revoke}
      >
        <p>
          Whoever uses <code>{revoking === undefined ? '' : printedPrefix(revoking)}</code> is refused from the next
          second on. It cannot be undone.
        </p>
        {revoking !== undefined && (
          <p>
            {revoking.lastUsedAt === null
              ? 'It was never used.'
              : `It was last used ${formatAgo(Date.parse(revoking.lastUsedAt), minute)}.`}
          </p>
        )}
      </ReasonDialog>
      <ShownOnce
        title={`Key of ${made?.name ?? ''}`}
        label="API key"
        secret={made?.token}
        onClose={() => setMade(undefined)}
      />
    </Page>
  );
}
