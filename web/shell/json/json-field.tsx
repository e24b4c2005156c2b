'use client';

import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './json-field.module.css';
import { parseExact } from './exact-json';

/** Why a text is no JSON object; undefined when it is one. */
export function jsonFault(text: string): string | undefined {
  try {
    return parseExact(text).kind === 'object' ? undefined : 'a payload is a JSON object: { … }';
  } catch (error) {
    return error instanceof Error ? error.message : 'not JSON';
  }
}

interface JsonFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the interface found wrong with it. */
  readonly fault?: ReactNode;
  readonly description?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly minRows?: number;
  readonly isFirst?: boolean;
}

/** Text of a JSON object: numbers stay as they are typed. */
export function JsonField(props: JsonFieldProps): ReactNode {
  const { label, value, onChange, fault, description, isReadOnly = false, minRows = 4, isFirst = false } = props;
  return (
    <Textarea
      label={label}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={jsonFault(value) ?? fault}
      readOnly={isReadOnly}
      autosize
      minRows={minRows}
      maxRows={22}
      size="xs"
      spellCheck={false}
      classNames={{ input: classes.input }}
      data-autofocus={isFirst || undefined}
    />
  );
}
