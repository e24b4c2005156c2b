// Looks through all that was logged while the tests ran, for what they planted and for whatever has the form of a secret.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A run that has no log of one of these has not been searched: its processes were not heard. */
export const EXPECTED_KINDS = ['api', 'worker', 'scheduler', 'web', 'postgres', 'in-process'];

/** Tests begin passwords, signing secrets, payload values and the like with `planted`; the rest is known by its form. */
const SECRETS = [
  ['what a test planted', /planted|cGxhbnRlZ/i],
  ['a password of the tests', /correct horse/i],
  ['a JSON web token', /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/],
  ['an API key', /rota_[0-9a-f]{8}_[A-Za-z0-9_-]{20,}/],
  ['a refresh token, or the token of a link', /rota_[a-z]+_[A-Za-z0-9_-]{40,}/],
  ['a link with its token', /[#?&]token=(?!\*|\[redacted\])/],
  ['a password hash', /\$argon2/],
  ['a signing secret', /whsec_[A-Za-z0-9+/=]{10,}/],
  ['a URL with its password', /\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"'\\]+:[^\s@/"'\\]+@/i],
  ['credentials of a request', /\b(?:bearer|basic)\s+(?=\S*\d)[A-Za-z0-9._~+/=-]{16,}/i],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY/],
];

/** Shown on purpose: the one-time link of a first start, and the login that `npm start` tells whoever started it. */
const FIRST_LINK = /http:\/\/[^\s"]*\/setup#token=[0-9a-f]{64}/g;
const SHOWN = {
  api: [FIRST_LINK],
  'in-process': [FIRST_LINK],
  launcher: [FIRST_LINK, /^ {2}(?:demo login|API key) .*$/gm, /^ +-H 'Authorization: Bearer rota_\S+' .*$/gm],
};

/** Where a secret stands in the log of a process of this kind: its line, counted from 1, and what it is. */
export function secretsIn(kind, text) {
  const searched = (SHOWN[kind] ?? []).reduce((rest, shown) => rest.replaceAll(shown, '(shown)'), text);
  return searched
    .split('\n')
    .flatMap((line, index) =>
      SECRETS.filter(([, form]) => form.test(line)).map(([what]) => ({ line: index + 1, what, text: line })),
    );
}

/** What is wrong with the logs of a run, one sentence each; none if they were heard, all of them, and hold no secret. */
export function searchLogs(folder) {
  const logs = readdirSync(folder).map((name) => ({
    name,
    kind: name.split('.', 1)[0],
    text: readFileSync(path.join(folder, name), 'utf8'),
  }));
  const missing = EXPECTED_KINDS.filter((kind) => !logs.some((log) => log.kind === kind && log.text !== ''));
  const found = logs.flatMap(({ name, kind, text }) => {
    const secrets = secretsIn(kind, text);
    return secrets.map(({ line, what, text: shown }) => `${name}:${line} holds ${what}: ${shown.slice(0, 1_000)}`);
  });
  const searched = logs.reduce((sum, { text }) => sum + text.length, 0);
  return {
    faults: [...missing.map((kind) => `nothing was heard of any ${kind}`), ...found],
    summary: `${logs.length} logs, ${(searched / 1_000_000).toFixed(1)} MB`,
  };
}
