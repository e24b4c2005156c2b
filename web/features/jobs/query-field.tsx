'use client';

import { Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useShortcuts } from '@/shell/keyboard/shortcuts';
import { useProjectPath } from '@/shell/project/project-context';
import { FILTER_NAMES, type JobFilters, parseQuery, printQuery } from './job-filter';
import classes from './jobs.module.css';

interface QueryFieldProps {
  readonly filters: JobFilters;
  readonly onChange: (filters: Record<(typeof FILTER_NAMES)[number], string | undefined>) => void;
}

/** The filters as one line of text, for those who type. */
export function QueryField({ filters, onChange }: QueryFieldProps): ReactNode {
  const router = useRouter();
  const path = useProjectPath();
  const field = useRef<HTMLInputElement>(null);
  const printed = printQuery(filters);
  const [draft, setDraft] = useState<string>();
  const [fault, setFault] = useState<string>();
  useShortcuts([{ keys: '/', label: 'Filter by text', group: 'List', run: () => field.current?.focus() }]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parseQuery(draft ?? printed);
    setFault(parsed.fault);
    if (parsed.fault !== undefined) return;
    if (parsed.jobId !== undefined) return router.push(path(`jobs/${parsed.jobId}`));
    onChange(
      Object.fromEntries(FILTER_NAMES.map((name) => [name, parsed.filters[name]])) as Parameters<typeof onChange>[0],
    );
    setDraft(undefined);
    field.current?.blur();
  };
  return (
    <form onSubmit={submit} className={classes.query}>
      <TextInput
        ref={field}
        aria-label="Filter jobs by text, or open one by its id"
        placeholder="status:running queue:emails label:customer:4711 since:24h, or a job id"
        value={draft ?? printed}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => fault === undefined && setDraft(undefined)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setDraft(undefined);
          setFault(undefined);
          field.current?.blur();
        }}
        error={fault}
        leftSection={<IconSearch size={15} stroke={1.8} />}
        rightSection={<Kbd>/</Kbd>}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.queryInput }}
      />
    </form>
  );
}
