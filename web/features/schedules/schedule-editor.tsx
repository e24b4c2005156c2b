'use client';

import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { describeProblem, faultsOf } from '@/shell/api/client';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { BlockHead } from '@/shell/page/page';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { zoneCity } from '@/shell/time/format';
import { PreviewRuns, usePreview } from './preview-runs';
import { JobFields, MoreFields, PolicyFields, TimingFields } from './schedule-fields';
import { type ScheduleForm, timingOf } from './schedule-form';
import classes from './schedules.module.css';
import { sentence } from './timing';

interface EditorState {
  readonly form: ScheduleForm;
  readonly set: (changes: Partial<ScheduleForm>) => void;
  readonly isDirty: boolean;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly save: () => Promise<void>;
  readonly revert: () => void;
}

/** Fields over what is stored: what somebody else changes meanwhile comes through where nothing was typed. */
export function useEditor(stored: ScheduleForm, send: (form: ScheduleForm) => Promise<unknown>): EditorState {
  const [typed, setTyped] = useState<Partial<ScheduleForm>>({});
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useMemo(() => ({ ...stored, ...typed }), [stored, typed]);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await send(form);
      setTyped({});
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    form,
    set: (changes) => setTyped((before) => ({ ...before, ...changes })),
    isDirty: JSON.stringify(form) !== JSON.stringify(stored),
    error,
    isBusy,
    save,
    revert: () => {
      setTyped({});
      setError(undefined);
    },
  };
}

/** Each shows what is wrong with it. */
const TIMING_FIELDS = ['/cron', '/timeZone', '/intervalMs', '/onceAt', '/startAt', '/endAt', '/jitterMs', '/missedCap'];
const JOB_FIELDS = ['/queue', '/handler', '/payload', '/priority', '/maxAttempts', '/timeoutMs'];
const FIELDS = ['/name', ...TIMING_FIELDS, ...JOB_FIELDS];

/** The fields, and under them what they would do, asked from the server as one types. */
export function ScheduleEditor({
  editor,
  isLocked,
  isNew,
}: {
  editor: EditorState;
  isLocked: boolean;
  isNew: boolean;
}): ReactNode {
  const { form, set } = editor;
  const [timing] = useDebouncedValue(
    useMemo(() => timingOf(form), [form]),
    250,
  );
  const preview = usePreview(timing);
  const faults = useMemo(
    () => new Map([...faultsOf(preview.error), ...faultsOf(editor.error)]),
    [preview.error, editor.error],
  );
  const fields = { form, set, faults, isLocked };
  // A dialog over the editor has the same key for its own button.
  const save = (): void => {
    if (editor.isDirty && document.querySelector('[role="dialog"]') === null) void editor.save();
  };
  useShortcuts(isLocked ? [] : [{ keys: 'mod+Enter', label: 'Save', group: 'Schedule', run: save }]);
  return (
    <div className={classes.editor}>
      {isNew && (
        <TextInput
          label="Name"
          value={form.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={faults.get('/name')}
          placeholder="nightly-statements"
          autoFocus
        />
      )}
      <TimingFields {...fields} />
      <Words error={preview.error} words={preview.data?.words} form={form} />
      {isNew && <JobFields {...fields} />}
      <PolicyFields {...fields} />
      {isLocked && <p className={classes.remark}>Admins and owners change schedules.</p>}
      {editor.error !== undefined && <ProblemNotice what="Not saved" error={editor.error} fields={FIELDS} />}
      {preview.error === null && preview.data !== undefined && (
        <section>
          <BlockHead
            title={`Next ${preview.data.runs.length} runs`}
            remark={editor.isDirty ? 'of what is typed' : 'live preview'}
          />
          <PreviewRuns runs={preview.data.runs} timeZone={form.kind === 'cron' ? preview.data.timeZone : 'UTC'} />
        </section>
      )}
      {isNew ? (
        <MoreFields {...fields} />
      ) : (
        <section className={classes.editor}>
          <BlockHead title="What it runs" />
          <JobFields {...fields} />
          <MoreFields {...fields} />
        </section>
      )}
    </div>
  );
}

function Words({
  error,
  words,
  form,
}: {
  error: Error | null;
  words: string | undefined;
  form: ScheduleForm;
}): ReactNode {
  if (error !== null) {
    return (
      <p className={classes.words} data-bad role="status">
        <IconAlertTriangleFilled size={15} aria-hidden /> {describeProblem(error).title}
      </p>
    );
  }
  if (words === undefined) return <p className={classes.words}>&nbsp;</p>;
  return (
    <p className={classes.words} role="status">
      <IconCircleCheckFilled size={15} aria-hidden />
      <strong>{form.kind === 'once' ? 'Once' : sentence(words)}</strong>{' '}
      {form.kind === 'cron' && <span>in {zoneCity(form.timeZone)}</span>}
    </p>
  );
}

export function EditorFoot({ editor, act }: { editor: EditorState; act: string }): ReactNode {
  return (
    <>
      <span className={classes.grow}>{footWords(editor.isDirty, act)}</span>
      <Button onClick={editor.revert} disabled={!editor.isDirty || editor.isBusy}>
        Revert
      </Button>
      <Button variant="filled" onClick={() => void editor.save()} disabled={!editor.isDirty} loading={editor.isBusy}>
        {act}
      </Button>
    </>
  );
}

function footWords(isDirty: boolean, act: string): string {
  if (act === 'Create') return '';
  return isDirty ? 'Changes count from the next slot' : 'Nothing to save';
}
