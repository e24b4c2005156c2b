'use client';

import { Button, CopyButton, TextInput } from '@mantine/core';
import { dataOf, projectsUpdate } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, faultsOf } from '@/shell/api/client';
import { notifyDone } from '@/shell/dialogs/notify';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject } from '@/shell/project/project-context';
import { Instant } from '@/shell/time/instant';
import { Section } from './section';
import classes from './settings.module.css';

export function ProjectSettings(): ReactNode {
  const { project, organization, can } = useProject();
  const queryClient = useQueryClient();
  const [name, setName] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const isLocked = !can('project:manage');
  const isChanged = name !== undefined && name.trim() !== project.name;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isChanged) return;
    setIsBusy(true);
    setError(undefined);
    try {
      const headers = { 'If-Match': `"${project.version}"` };
      await dataOf(
        projectsUpdate({ client: api, path: { projectId: project.id }, headers, body: { name: name.trim() } }),
      );
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
      setName(undefined);
      notifyDone('The project is renamed');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  const fault = faultsOf(error).get('/name');
  return (
    <Section
      title="Project"
      description={<>One of {organization.organizationName}: what isolates its queues, jobs, schedules and keys.</>}
    >
      <form className={classes.line} onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          value={name ?? project.name}
          onChange={(event) => setName(event.currentTarget.value)}
          readOnly={isLocked}
          description={isLocked ? 'Admins and owners rename it' : undefined}
          error={fault}
          className={classes.grow}
        />
        {!isLocked && (
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            Rename
          </Button>
        )}
      </form>
      {error !== undefined && fault === undefined && <ProblemNotice what="Not renamed" error={error} />}
      <dl className={classes.facts}>
        <div>
          <dt>Project id</dt>
          <dd>
            <code>{project.id}</code>
            <CopyButton value={project.id}>
              {({ copied, copy }) => (
                <button type="button" className={classes.link} onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </button>
              )}
            </CopyButton>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Instant at={project.createdAt} />
          </dd>
        </div>
      </dl>
    </Section>
  );
}
