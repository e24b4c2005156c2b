'use client';

import { Checkbox } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import classes from './data-table.module.css';
import { useCompact } from './use-compact';
import { useWindowStep, type WindowStep } from './use-window-step';

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  /** Pixels; without a width the column takes what is left. When all have one, all share it. */
  readonly width?: number;
  /** The same from a window of 1600 pixels on. */
  readonly wideWidth?: number;
  readonly align?: 'right';
  /** Left out below this width of the window. */
  readonly minWindow?: WindowStep;
  readonly cell: (row: Row) => ReactNode;
}

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string, withRange: boolean) => void;
  readonly togglePage: () => void;
}

interface DataTableProps<Row> {
  /** For screen readers: what the rows are. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly selection?: Selection;
  /** Where the keyboard stands. */
  readonly cursorId?: string | undefined;
  /** Three lines for a phone; without it the columns stay. */
  readonly compact?: (row: Row) => ReactNode;
  /** Below the row, over its whole width. */
  readonly detail?: (row: Row) => ReactNode;
  /** The row is drawn dim: it stands here only until the list is renewed. */
  readonly isGone?: (row: Row) => boolean;
  readonly size?: 'row' | 'roomy' | 'two-lines' | 'nested';
}

const widthsOf = (width: number | undefined, wideWidth = width): CSSProperties =>
  ({
    ...(width === undefined ? {} : { '--width': `${width}px` }),
    ...(wideWidth === undefined ? {} : { '--wide-width': `${wideWidth}px` }),
  }) as CSSProperties;

const INTERACTIVE = 'a, button, input, label, [role="menuitem"]';

/** Rows and columns of fixed width. Rows open with a click or ↵; text in them can be marked without opening. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const isCompact = useCompact() && props.compact !== undefined;
  const { label, rows, columns, idOf, selection, size = 'row' } = props;
  const step = useWindowStep();
  // One too many would make a column of its own, and take its width from the others.
  const shownColumns = isCompact ? 1 : columns.filter(({ minWindow = 0 }) => minWindow <= step).length;
  const allSelected = selection !== undefined && rows.length > 0 && rows.every((row) => selection.ids.has(idOf(row)));
  const someSelected = selection !== undefined && !allSelected && rows.some((row) => selection.ids.has(idOf(row)));
  return (
    <table className={classes.table} data-compact={isCompact || undefined} data-size={size} aria-label={label}>
      {!isCompact && (
        <>
          <colgroup>
            {selection !== undefined && <col className={classes.checkColumn} />}
            {columns.map(({ key, width, wideWidth, minWindow }) => (
              <col key={key} style={widthsOf(width, wideWidth)} data-min={minWindow} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {selection !== undefined && (
                <th className={classes.check}>
                  <Checkbox
                    checked={allSelected}
                    indeterminate={someSelected}
                    onChange={selection.togglePage}
                    aria-label="Select this page"
                  />
                </th>
              )}
              {columns.map(({ key, head, align, minWindow }) => (
                <th key={key} scope="col" data-align={align} data-min={minWindow}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        </>
      )}
      <tbody>
        {rows.map((row) => (
          <TableRow key={idOf(row)} {...props} row={row} isCompact={isCompact} shownColumns={shownColumns} />
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Row> extends DataTableProps<Row> {
  readonly row: Row;
  readonly isCompact: boolean;
  readonly shownColumns: number;
}

function TableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, columns, idOf, onOpen, selection, cursorId, compact, detail, isGone, isCompact, shownColumns } = props;
  const id = idOf(row);
  const isSelected = selection?.ids.has(id) ?? false;
  const extra = detail?.(row) || undefined;
  const pressedAt = useRef({ x: 0, y: 0 });
  const open = (event: MouseEvent<HTMLElement>): void => {
    const hasMoved = Math.abs(event.clientX - pressedAt.current.x) + Math.abs(event.clientY - pressedAt.current.y) > 6;
    if (onOpen === undefined || hasMoved || (event.target as HTMLElement).closest(INTERACTIVE) !== null) return;
    onOpen(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
  };
  return (
    <>
      <tr
        className={classes.row}
        data-id={id}
        data-selected={isSelected || undefined}
        data-cursor={cursorId === id || undefined}
        data-opens={onOpen !== undefined || undefined}
        data-gone={isGone?.(row) === true || undefined}
        data-expanded={extra !== undefined || undefined}
        tabIndex={onOpen === undefined ? undefined : 0}
        onMouseDown={(event) => (pressedAt.current = { x: event.clientX, y: event.clientY })}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        {selection !== undefined && (
          <td className={classes.check}>
            <Checkbox
              checked={isSelected}
              onChange={() => undefined}
              onClick={(event) => selection.toggle(id, event.shiftKey)}
              aria-label={`Select ${id}`}
            />
          </td>
        )}
        {isCompact && compact !== undefined ? (
          <td className={classes.compact}>{compact(row)}</td>
        ) : (
          columns.map(({ key, align, minWindow, cell }) => (
            <td key={key} data-align={align} data-min={minWindow}>
              {cell(row)}
            </td>
          ))
        )}
      </tr>
      {extra !== undefined && (
        <tr className={classes.detail}>
          <td colSpan={shownColumns + (selection === undefined ? 0 : 1)}>{extra}</td>
        </tr>
      )}
    </>
  );
}
