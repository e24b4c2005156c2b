import type { ExchangeAnswer } from './http-exchange.js';
import { redactUrl, storableHeaders } from './redaction.js';
import type { Redactor } from './redaction.js';

/** The result of a successful `http_request`, as it stands in the job's history. */
export interface StoredResponse {
  status: number;
  /** The URL that answered, without user info and without the values of its query. */
  url: string;
  redirects: number;
  headers: Record<string, string>;
  /** Text of the body, cut at the installation's limit. Null if it is not kept; `bodyOmitted` says why. */
  body: string | null;
  bodyTruncated: boolean;
  bodyOmitted: 'encoded' | 'binary' | null;
  durationMs: number;
}

const TEXT_TYPE =
  /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b|application\/(?:x-ndjson|x-www-form-urlencoded|problem|yaml))/i;

export function toStoredResponse(
  answer: ExchangeAnswer,
  url: URL,
  redactor: Redactor,
  sent: { redirects: number; durationMs: number },
): StoredResponse {
  const text = answer.isBodyEncoded ? null : readText(answer);
  return {
    status: answer.status,
    url: redactor.redact(redactUrl(url)),
    redirects: sent.redirects,
    headers: storableHeaders(answer.headers, redactor),
    body: text === null ? null : answer.isBodyTruncated ? redactor.redactCut(text) : redactor.redact(text),
    bodyTruncated: answer.isBodyTruncated,
    bodyOmitted: text !== null ? null : answer.isBodyEncoded ? 'encoded' : 'binary',
    durationMs: sent.durationMs,
  };
}

function readText({ body, headers, isBodyTruncated }: ExchangeAnswer): string | null {
  const type = headers['content-type'];
  const isUntyped = type === undefined;
  if (!isUntyped && !TEXT_TYPE.test(type)) return body.length === 0 ? '' : null;
  try {
    // Streaming leaves out a character that the cut has split. Without a type, only valid UTF-8 counts as text.
    const text = new TextDecoder('utf-8', { fatal: isUntyped }).decode(body, { stream: isBodyTruncated });
    return text.replaceAll('\0', '\uFFFD');
  } catch {
    return null;
  }
}
