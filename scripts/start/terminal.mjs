// What people see: steps, and one readable line per log record of a child process.
import process from 'node:process';
import { styleText } from 'node:util';

const LEVEL_STYLES = { trace: 'gray', debug: 'gray', warn: 'yellow', error: 'red', fatal: 'red' };
const LABEL_STYLES = {
  rota: 'bold',
  postgres: 'blue',
  api: 'cyan',
  worker: 'magenta',
  scheduler: 'green',
  receiver: 'yellow',
  mail: 'yellow',
};
const HIDDEN_FIELDS = new Set([
  'level',
  'time',
  'msg',
  'role',
  'version',
  'pid',
  'hostname',
  'context',
  'err',
  'error',
]);
const MAX_LINE_LENGTH = 600;

// The reader may go away (a closed terminal, a pipe to head): that must not keep anything from being stopped in order.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const paint = (style, text) => (style ? styleText(style, text, { stream: process.stdout }) : text);

export function say(text, style) {
  write('rota', paint(style, text));
}

/** Runs one step of the start and says how long it took. */
export async function step(title, work) {
  const startedAtMs = performance.now();
  say(`${title} …`);
  const detail = await work();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  say(`${paint('green', '✓')} ${title}${detail ? `: ${detail}` : ''} (${seconds} s)`);
}

function write(label, text) {
  process.stdout.write(`${paint('gray', clock(new Date()))} ${paint(LABEL_STYLES[label], label.padEnd(9))} ${text}\n`);
}

/** Shows one line of a child: a JSON record in words, anything else as it is. */
export function showLine(label, line) {
  const record = parseRecord(line);
  write(label, record ? describe(record) : clean(line));
}

function describe(record) {
  const level = LEVEL_STYLES[record.level];
  const fields = Object.entries(record)
    .filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const fault = record.err ?? record.error;
  const reason =
    fault === undefined ? [] : [typeof fault === 'object' ? (fault?.message ?? JSON.stringify(fault)) : String(fault)];
  const source = record.context ? [`[${record.context}]`] : [];
  const words = [...source, String(record.msg ?? ''), ...reason].join(' ');
  const severity = level && level !== 'gray' ? `${paint(level, record.level.toUpperCase())} ` : '';
  return `${severity}${clean(words)}${fields.length > 0 ? ` ${paint('gray', clean(fields.join(' ')))}` : ''}`;
}

function parseRecord(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Text of jobs and mails reaches the terminal: it must not move the cursor or forge a line. */
function clean(text) {
  const oneLine = text.replaceAll(/\s*\n\s*/g, ' ⏎ ').replaceAll(/\p{Cc}/gu, '');
  return oneLine.length > MAX_LINE_LENGTH ? `${oneLine.slice(0, MAX_LINE_LENGTH)}…` : oneLine;
}

function clock(instant) {
  return [instant.getHours(), instant.getMinutes(), instant.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Calls back for each whole line of a stream. */
export function eachLine(stream, callback) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') callback(line);
  });
  stream.on('end', () => rest.trim() !== '' && callback(rest));
}
