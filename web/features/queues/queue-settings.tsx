'use client';

import { Button } from '@mantine/core';
import { dataOf, type QueueResponse, queuesUpdate } from '@rota/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { BlockHead } from '@/shell/page/page';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { changesOf, formOf, type QueueForm } from './queue-policy';
import { POLICY_FIELDS, QueuePolicyFields } from './queue-policy-fields';
import classes from './queues.module.css';
import { useQueueCommands } from './use-queue-commands';

/** Jobs that wait are run by the new settings. An edit on top of somebody else's is refused, and says so. */
export function QueueSettings({ queue }: { queue: QueueResponse }): ReactNode {
  const { projectId, can } = useProject();
  const { renew } = useQueueCommands();
  const [draft, setDraft] = useState<{ base: QueueResponse; form: QueueForm }>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const base = draft?.base ?? queue;
  const form = draft?.form ?? formOf(queue);
  const changes = changesOf(formOf(base), form);
  const isChanged = Object.keys(changes).length > 0;
  const isLocked = !can('queues:manage');

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      const headers = { 'If-Match': `"${base.version}"` };
      await dataOf(queuesUpdate({ client: api, path: { projectId, queue: queue.id }, body: changes, headers }));
      await renew();
      setDraft(undefined);
      notifyDone(`Settings of ${queue.name} are saved`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <BlockHead title="Settings" remark={`version ${queue.version}`} />
      {isLocked && <p className={classes.locked}>Admins and owners may change these.</p>}
      <QueuePolicyFields
        form={form}
        onChange={(change) => setDraft({ base, form: { ...form, ...change } })}
        faults={faultsOf(error)}
        isLocked={isLocked}
      />
      {error !== undefined && <ProblemNotice what="The settings were not saved" error={error} fields={POLICY_FIELDS} />}
      {!isLocked && (
        <div className={classes.buttons} style={{ marginTop: 14 }}>
          <Button disabled={!isChanged} onClick={() => setDraft(undefined)}>
            Revert
          </Button>
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
