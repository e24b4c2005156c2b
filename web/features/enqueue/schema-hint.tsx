'use client';

import type { ReactNode } from 'react';
import classes from './enqueue.module.css';

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
}

/** The fields that a handler takes, from the schema of its payload. */
export function SchemaHint({ schema }: { schema: Readonly<Record<string, unknown>> }): ReactNode {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, PropertySchema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  if (properties.length === 0) return <p className={classes.hint}>Any fields.</p>;
  return (
    <details className={classes.hint}>
      <summary>
        {properties.length} {properties.length === 1 ? 'field' : 'fields'}, {required.size} required
      </summary>
      <dl>
        {properties.map(([name, property]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required.has(name) && <span title="required"> *</span>}
            </dt>
            <dd>
              {property.enum?.map(String).join(' | ') ?? [property.type ?? 'any'].flat().join(' | ')}
              {property.description !== undefined && ` · ${property.description}`}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
