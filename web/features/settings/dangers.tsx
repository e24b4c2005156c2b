'use client';

import { Button, TextInput } from '@mantine/core';
import { dataOf, projectsDelete } from '@rota/client';
import { type ReactNode, useState } from 'react';
import { api } from '@/shell/api/client';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { useProject } from '@/shell/project/project-context';
import { Section } from './section';
import classes from './settings.module.css';

export function Dangers(): ReactNode {
  const { project, can } = useProject();
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState('');
  if (!can('project:manage')) return null;
  const remove = async (): Promise<void> => {
    await dataOf(
      projectsDelete({ client: api, path: { projectId: project.id }, headers: { 'If-Match': `"${project.version}"` } }),
    );
    window.location.assign('/');
  };
  return (
    <Section title="Delete the project" description="With all that it holds. It cannot be undone.">
      <div>
        <Button className={classes.delete} onClick={() => setIsAsked(true)}>
          Delete…
        </Button>
      </div>
      <ReasonDialog
        isOpen={isAsked}
        onClose={() => {
          setIsAsked(false);
          setTyped('');
        }}
        title={`Delete ${project.name} with all that it holds?`}
        act="Delete 1 project"
        keep="Keep it"
        reason="none"
        isDisabled={typed !== project.name}
        onConfirm={remove}
      >
        <p>Its queues, jobs, history, schedules and keys are gone at once. What runs is not waited for.</p>
        <TextInput
          label={`Type ${project.name} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      </ReasonDialog>
    </Section>
  );
}
