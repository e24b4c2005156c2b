import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { AuditExport, ExportFormat } from '../audit/index.js';

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** Documents an export. */
export function ApiAuditExport(): MethodDecorator {
  const content = { schema: { type: 'string' as const } };
  return applyDecorators(
    ApiOkResponse({
      description: 'the entries, newest first',
      content: { 'application/x-ndjson': content, 'text/csv': content },
      headers: {
        'Next-Cursor': {
          description: 'there are more: send it as cursor to go on; absent at the end',
          schema: { type: 'string' },
        },
      },
    }),
  );
}

/** An export as a file to be saved. */
export function exportAnswer(reply: FastifyReply, { text, nextCursor }: AuditExport, format: ExportFormat): string {
  void reply.header('content-type', MEDIA_TYPES[format]);
  void reply.header('content-disposition', `attachment; filename="audit-log.${format}"`);
  if (nextCursor !== null) void reply.header('next-cursor', nextCursor);
  return text;
}
