'use client';

import { Anchor, Autocomplete, Button, JsonInput, Kbd, Modal, NumberInput, Select, TextInput } from '@mantine/core';
import { dataOf, type HandlerResponse, jobsEnqueue } from '@rota/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { api, FieldFault, faultsOf } from '@/shell/api/client';
import { useHandlers } from '@/shell/api/use-handlers';
import { useQueues } from '@/shell/api/use-queues';
import { notifyDone } from '@/shell/dialogs/notify';
import { useFocusBack } from '@/shell/dialogs/use-focus-back';
import { ListStates } from '@/shell/list/list-states';
import { ProblemNotice } from '@/shell/page/problem-notice';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { shortId } from '@/shell/time/format';
import { bodyWithPayload, faultOfText, faultsOfPayload } from './payload';
import classes from './enqueue.module.css';
import { faultsBySchema } from './schema-faults';
import { SchemaHint } from './schema-hint';

export function EnqueueDialog({ queue, onClose }: { queue: string | undefined; onClose: () => void }): ReactNode {
  useFocusBack();
  const handlers = useHandlers();
  return (
    <Modal opened onClose={onClose} title="Enqueue a job" size={640}>
      <ListStates
        query={handlers}
        failed="The handlers could not be read"
        isEmpty={(data) => data.length === 0}
        empty={<p>No handler is registered.</p>}
      >
        {(data) => <EnqueueForm handlers={data} queue={queue} onClose={onClose} />}
      </ListStates>
    </Modal>
  );
}

interface EnqueueFormProps {
  readonly handlers: readonly HandlerResponse[];
  readonly queue: string | undefined;
  readonly onClose: () => void;
}

/** Where the form shows what is wrong with each. */
const IDEMPOTENCY_KEY = '/headers/idempotency-key';
/** A browser sends nothing else in a header: the interface would refuse it in these words. */
const SENDABLE = /^[\x20-\x7e]*$/;
const FIELDS = ['/queue', '/handler', '/payload', '/priority', '/delayMs', IDEMPOTENCY_KEY];

const printed = (value: unknown): string => JSON.stringify(value, null, 2);

function EnqueueForm({ handlers, queue: preset, onClose }: EnqueueFormProps): ReactNode {
  const { projectId } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const queryClient = useQueryClient();
  const queues = useQueues();
  const [queue, setQueue] = useState(preset ?? '');
  const [handlerName, setHandlerName] = useState('');
  const handler = handlers.find(({ name }) => name === handlerName);
  const [payload, setPayload] = useState(printed({}));
  const [priority, setPriority] = useState<number | string>(0);
  const [delaySeconds, setDelaySeconds] = useState<number | string>('');
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const faults = faultsOf(error);
  const textFault = faultOfText(payload);
  const localFault = textFault ?? (handler && faultsBySchema(payload, handler.payloadSchema));

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (localFault !== undefined || isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      if (!SENDABLE.test(key))
        throw new FieldFault(IDEMPOTENCY_KEY, 'Idempotency-Key must be 1 to 255 printable ASCII characters');
      const options = {
        priority: Number(priority),
        ...(delaySeconds === '' ? {} : { delayMs: Number(delaySeconds) * 1_000 }),
      };
      const job = await dataOf(
        jobsEnqueue({
          client: api,
          path: { projectId },
          ...bodyWithPayload({ queue, handler: handlerName, ...options }, payload),
          ...(key === '' ? {} : { headers: { 'Idempotency-Key': key } }),
        }),
      );
      notifyDone(`Job ${shortId(job.id)} is enqueued`);
      void queryClient.invalidateQueries({ queryKey: [projectId] });
      onClose();
      router.push(path(`jobs/${job.id}`));
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the whole form
    <form className={classes.form} onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
      <Autocomplete
        label="Queue"
        data={queues.data?.map(({ name }) => name) ?? []}
        value={queue}
        onChange={setQueue}
        error={faults.get('/queue')}
        required
        size="xs"
        data-autofocus
      />
      <Select
        label="Handler"
        data={handlers.map(({ name }) => name)}
        placeholder="Choose what is to run"
        value={handlerName === '' ? null : handlerName}
        onChange={(name) => {
          const next = handlers.find((candidate) => candidate.name === name);
          if (next === undefined) return;
          setHandlerName(next.name);
          setPayload(printed(next.example));
          setError(undefined);
        }}
        description={handler?.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={faults.get('/handler')}
        allowDeselect={false}
        required
        searchable
        size="xs"
      />
      <div className={classes.whole}>
        <div className={classes.payloadHead}>
          <span>Payload</span>
          {handler !== undefined && (
            <Anchor component="button" type="button" onClick={() => setPayload(printed(handler.example))}>
              Back to the example
            </Anchor>
          )}
        </div>
        <JsonInput
          aria-label="Payload"
          value={payload}
          onChange={setPayload}
          error={localFault ?? faultsOfPayload(faults)}
          autosize
          minRows={6}
          maxRows={18}
          size="xs"
          spellCheck={false}
          classNames={{ input: classes.payload }}
        />
        {handler !== undefined && <SchemaHint schema={handler.payloadSchema} />}
      </div>
      <NumberInput
        label="Priority"
        description="−100 to 100, higher is more urgent"
        value={priority}
        onChange={setPriority}
        min={-100}
        max={100}
        error={faults.get('/priority')}
        size="xs"
      />
      <NumberInput
        label="Delay, s"
        description="empty: due at once"
        value={delaySeconds}
        onChange={setDelaySeconds}
        min={0}
        error={faults.get('/delayMs')}
        size="xs"
      />
      <TextInput
        className={classes.whole}
        label="Idempotency key (optional)"
        description="the same key and request again gives the same job"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        error={faults.get(IDEMPOTENCY_KEY)}
      />
      {error !== undefined && (
        <div className={classes.whole}>
          <ProblemNotice what="Nothing was enqueued" error={error} fields={FIELDS} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>Not now</Button>
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          disabled={queue === '' || handler === undefined || localFault !== undefined}
          rightSection={<Kbd>⌘↵</Kbd>}
        >
          Enqueue
        </Button>
      </div>
    </form>
  );
}
