import { Injectable } from '@nestjs/common';
import type { Page } from '../../platform/http/index.js';
import {
  type AuditLogAudience,
  type AuditLogFilter,
  AuditLogReadModel,
  type AuditRecord,
} from './audit-log.read-model.js';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Entries of one export; what is beyond is asked for with the cursor. */
export const MAX_EXPORTED = 5_000;
const PAGE = 500;

export interface AuditExport {
  readonly text: string;
  /** Where the next export goes on; null at the end. */
  readonly nextCursor: string | null;
}

const COLUMNS = [
  'id',
  'createdAt',
  'organizationId',
  'projectId',
  'actorKind',
  'actorId',
  'actorName',
  'action',
  'targetKind',
  'targetId',
  'before',
  'after',
  'reason',
  'requestId',
  'ip',
] as const satisfies readonly (keyof AuditRecord)[];

/** The audit log as a file, newest first: one JSON document a line, or CSV (RFC 4180). */
@Injectable()
export class AuditExporter {
  constructor(private readonly entries: AuditLogReadModel) {}

  /** At most `filter.limit` entries, never more than MAX_EXPORTED; a bounded number of candidates is looked at for them. */
  async export(audience: AuditLogAudience, filter: AuditLogFilter, format: ExportFormat): Promise<AuditExport> {
    const limit = Math.min(filter.limit, MAX_EXPORTED);
    const lines = format === 'csv' ? [COLUMNS.join(',')] : [];
    const line = format === 'csv' ? csvLine : (entry: AuditRecord): string => JSON.stringify(entry);
    let cursor = filter.cursor;
    let page: Page<AuditRecord>['page'] = { nextCursor: null, hasMore: true };
    for (let left = limit; left > 0 && page.hasMore;) {
      const found = await this.entries.list(audience, { ...filter, cursor, limit: Math.min(left, PAGE) });
      lines.push(...found.data.map(line));
      left -= found.data.length;
      page = found.page;
      cursor = page.nextCursor ?? undefined;
      // A page that found nothing among its candidates: the caller goes on from here, if at all.
      if (found.data.length === 0) break;
    }
    const end = format === 'csv' ? '\r\n' : '\n';
    return { text: lines.map((text) => text + end).join(''), nextCursor: page.nextCursor };
  }
}

function csvLine(entry: AuditRecord): string {
  return COLUMNS.map((column) => csvCell(entry[column])).join(',');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  // A spreadsheet takes what begins like this for a formula (OWASP, CSV injection): a quote in front makes it text.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
