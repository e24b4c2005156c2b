// As much of RFC 5322 and MIME as it takes to show a mail: headers, and the text of a message of one part.

/** @param {Buffer} raw */
export function readMail(raw) {
  const text = raw.toString('utf8');
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  const body = end ? text.slice(end.index + end[0].length) : '';
  const headers = readHeaders(head);
  return {
    subject: decodeWords(headers.subject ?? ''),
    messageId: headers['message-id'] ?? '',
    text: decodeBody(body, headers),
    headers,
    raw: text,
  };
}

function readHeaders(head) {
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const pairs = lines.map((line) => /^([^:\s]+):\s*(.*)$/.exec(line)).filter((match) => match !== null);
  return Object.fromEntries(pairs.map(([, name, value]) => [name.toLowerCase(), value]));
}

/** A message of several parts is shown as it came. */
function decodeBody(body, headers) {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.trimEnd();
  return decodeQuoted(body.replaceAll(/=\r?\n/g, '')).trimEnd();
}

/** Encoded words of RFC 2047, in UTF-8. */
function decodeWords(value) {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind, word) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text) {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const decoded = bytes.replaceAll(/=([0-9A-F]{2})/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(decoded, 'latin1').toString('utf8');
}
