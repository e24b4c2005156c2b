/** A cell that begins like a formula is one to a spreadsheet, whoever wrote it: an apostrophe makes it text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. */
export function csvOf<Row extends object>(fields: readonly (keyof Row & string)[], rows: readonly Row[]): string {
  const lines = [fields.join(','), ...rows.map((row) => fields.map((field) => cell(row[field])).join(','))];
  return `${lines.join('\r\n')}\r\n`;
}

export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
