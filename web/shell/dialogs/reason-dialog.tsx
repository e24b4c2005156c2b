'use client';

import { Button, Kbd, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { faultsOf } from '../api/client';
import { ProblemNotice } from '../page/problem-notice';
import { useFocusBack } from './use-focus-back';
import classes from './reason-dialog.module.css';

/** Where the interface takes the reason: in the body, or in the query of a request without one. */
const REASON = ['/reason', '/query/reason'];

const MAX_REASON = 500;
/** In the words of the interface: some dialogs send it only later. */
const TOO_LONG = `reason must be text of 1 to ${MAX_REASON} characters without control or direction characters`;

interface ReasonDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A question that names the count: "Cancel 12 jobs?" */
  readonly title: string;
  readonly children?: ReactNode;
  /** On the button; repeats the count: "Cancel 12". */
  readonly act: string;
  readonly keep?: string;
  readonly isDangerous?: boolean;
  /** `none` where the interface keeps no reason. */
  readonly reason?: 'required' | 'optional' | 'none';
  /** What has to be typed before the button works: the count of many. */
  readonly typed?: string;
  readonly isDisabled?: boolean;
  /** Pointers of the fields among the children that show their faults themselves. */
  readonly fields?: readonly string[];
  /** @throws what the interface refused with; it is shown and the dialog stays. */
  readonly onConfirm: (reason: string | undefined) => Promise<unknown>;
}

/** Asks for the reason that goes to the audit log, and for the count when there are many. ⌘↵ confirms. */
export function ReasonDialog(props: ReasonDialogProps): ReactNode {
  const { isOpen, onClose, title } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={480} classNames={{ title: classes.title }}>
      {isOpen && <ReasonForm {...props} />}
    </Modal>
  );
}

function ReasonForm(props: ReasonDialogProps): ReactNode {
  const {
    onClose,
    children,
    act,
    keep = 'Keep as it is',
    isDangerous = true,
    reason: wanted = 'required',
    typed,
    isDisabled,
    fields = [],
    onConfirm,
  } = props;
  useFocusBack();
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const isTooLong = reason.trim().length > MAX_REASON;
  const fault = isTooLong ? TOO_LONG : REASON.map((pointer) => faultsOf(error).get(pointer)).find(Boolean);
  const isReady =
    isDisabled !== true &&
    !isBusy &&
    !isTooLong &&
    (wanted !== 'required' || reason.trim() !== '') &&
    (typed === undefined || confirmation.replaceAll(/[,\s]/g, '') === typed);

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (!isReady) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await onConfirm(reason.trim() === '' ? undefined : reason.trim());
      onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the whole form
    <form onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown} className={classes.form}>
      {children}
      {wanted !== 'none' && (
        <Textarea
          label={wanted === 'required' ? 'Reason, kept in the audit log' : 'Reason, kept in the audit log (optional)'}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault}
          autosize
          minRows={1}
          maxRows={4}
          size="xs"
          data-autofocus
        />
      )}
      {typed !== undefined && (
        <TextInput
          label={`Type ${typed} to confirm`}
          value={confirmation}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {error !== undefined && (
        <ProblemNotice what="Nothing was changed" error={error} fields={[...fields, ...REASON]} />
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{keep}</Button>
        <Button
          type="submit"
          variant="filled"
          color={isDangerous ? 'red' : undefined}
          disabled={!isReady}
          loading={isBusy}
          rightSection={<Kbd>⌘↵</Kbd>}
        >
          {act}
        </Button>
      </div>
    </form>
  );
}
