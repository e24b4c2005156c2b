'use client';

import { Button, Checkbox, CopyButton, Modal } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import dialog from './reason-dialog.module.css';
import classes from './shown-once.module.css';

interface ShownOnceProps {
  readonly title: string;
  /** What it is: "API key". */
  readonly label: string;
  /** Undefined: nothing to show, the dialog is closed. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A secret that nobody can read again: it goes only when somebody says that it is kept. */
export function ShownOnce({ title, label, secret, onClose, children }: ShownOnceProps): ReactNode {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
      size={560}
      classNames={{ title: dialog.title }}
    >
      {secret !== undefined && (
        <Secret label={label} secret={secret} onClose={onClose}>
          {children}
        </Secret>
      )}
    </Modal>
  );
}

function Secret({ label, secret, onClose, children }: Omit<ShownOnceProps, 'title'> & { secret: string }): ReactNode {
  const [isKept, setIsKept] = useState(false);
  return (
    <div className={dialog.form}>
      <div className={classes.secret}>
        <code aria-label={label} data-testid="secret">
          {secret}
        </code>
        <CopyButton value={secret} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="filled"
              onClick={copy}
              data-autofocus
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={classes.once}>It is shown this one time: Rota keeps only what it needs to recognise it.</p>
      {children}
      <Checkbox
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
        label="I have stored it where it belongs"
      />
      <div className={dialog.buttons}>
        <Button onClick={onClose} disabled={!isKept}>
          Done
        </Button>
      </div>
    </div>
  );
}
