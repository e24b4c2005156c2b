'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { type ExactJson, printExact } from './exact-json';
import classes from './json-view.module.css';

/** So many lines are drawn at first: 64 KB of payload may have thousands. */
const FIRST_LINES = 400;
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** Lines with numbers, coloured; the text is what the server sent, digit by digit. */
export function JsonView({ json, label }: { json: ExactJson; label: string }): ReactNode {
  const lines = useMemo(() => printExact(json).split('\n'), [json]);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  return (
    <div className={classes.frame}>
      <pre className={classes.code} aria-label={label} tabIndex={0}>
        {shown.map((line, index) => (
          <span key={index} className={classes.line}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <code>{tokensOf(line)}</code>
          </span>
        ))}
      </pre>
      {shown.length < lines.length && (
        <button type="button" className={classes.more} onClick={() => setIsWhole(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </div>
  );
}

function tokensOf(line: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [text, colon] = match;
    if (match.index > at) parts.push(line.slice(at, match.index));
    parts.push(
      <span key={match.index} data-token={kindOf(text, colon)}>
        {text}
      </span>,
    );
    at = match.index + text.length;
  }
  if (at < line.length) parts.push(line.slice(at));
  return parts;
}

function kindOf(text: string, colon: string | undefined): string {
  if (colon !== undefined) return 'key';
  if (text.startsWith('"')) return 'string';
  return /^[tfn]/.test(text) ? 'literal' : 'number';
}
