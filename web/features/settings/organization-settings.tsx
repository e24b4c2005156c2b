'use client';

import { Button, TextInput } from '@mantine/core';
import { dataOf, organizationsGet, organizationsLeave, organizationsUpdate } from '@rota/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { Section } from './section';
import classes from './settings.module.css';

/** Name of the organization, and the way out of it. */
export function OrganizationSettings(): ReactNode {
  const { organization, role, can } = useProject();
  const [isLeaving, setIsLeaving] = useState(false);
  const { organizationId, organizationName } = organization;
  const leave = async (): Promise<void> => {
    await dataOf(organizationsLeave({ client: api, path: { organizationId } }));
    window.location.assign('/');
  };
  return (
    <Section title="Organization" description={`Holds projects and members. You are its ${role}.`}>
      {can('organization:manage') ? <Rename /> : <p className={classes.dim}>{organizationName}; owners rename it.</p>}
      <div>
        <Button onClick={() => setIsLeaving(true)}>Leave…</Button>
      </div>
      <ReasonDialog
        isOpen={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={`Leave ${organizationName}?`}
        act="Leave"
        keep="Stay"
        reason="none"
        onConfirm={leave}
      >
        <p>You no longer see its projects. The last owner cannot leave; somebody has to be invited to come back.</p>
      </ReasonDialog>
    </Section>
  );
}

function Rename(): ReactNode {
  const { organization } = useProject();
  const { organizationId, organizationName } = organization;
  const queryClient = useQueryClient();
  const detail = useQuery({
    queryKey: ['organization', organizationId],
    queryFn: () => dataOf(organizationsGet({ client: api, path: { organizationId } })),
  });
  const [name, setName] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const fault = faultsOf(error).get('/name');
  const isChanged = name !== undefined && name.trim() !== organizationName;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isChanged || detail.data === undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const headers = { 'If-Match': `"${detail.data.version}"` };
      await dataOf(
        organizationsUpdate({ client: api, path: { organizationId }, headers, body: { name: name.trim() } }),
      );
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['me'] }),
        queryClient.invalidateQueries({ queryKey: ['organization', organizationId] }),
      ]);
      setName(undefined);
      notifyDone('The organization is renamed');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <form className={classes.line} onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          value={name ?? organizationName}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault}
          className={classes.grow}
        />
        <Button type="submit" disabled={!isChanged || detail.data === undefined} loading={isBusy}>
          Rename
        </Button>
      </form>
      {error !== undefined && fault === undefined && <ProblemNotice what="Not renamed" error={error} />}
    </>
  );
}
