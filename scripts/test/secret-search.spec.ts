import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mintApiKey } from '../../src/modules/auth/api-key.js';
import { mintLinkToken } from '../../src/modules/auth/link-token.js';
import { refreshTokenOf } from '../../src/modules/auth/refresh-token.js';
import { EXPECTED_KINDS, searchLogs, secretsIn } from './secret-search.mjs';

describe('the search for secrets in logs', () => {
  const whats = (text: string, kind = 'worker') => secretsIn(kind, text).map(({ what }) => what);

  it.each([
    ['what a test planted', '{"msg":"planted-password"}'],
    ['what a test planted', `{"value":"${Buffer.from('planted:x').toString('base64')}"}`],
    ['a password of the tests', 'Correct Horse'],
    ['a JSON web token', `token ${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.c2ln`],
    ['an API key', mintApiKey().token],
    [
      'a refresh token, or the token of a link',
      refreshTokenOf({ familyId: '0198c1f2-0000-7000-8000-000000000001', counter: 1 }, 'secret'),
    ],
    ['a refresh token, or the token of a link', mintLinkToken('invite').token],
    ['a link with its token', 'GET /reset?token=abc'],
    ['a password hash', '$argon2id$v=19$m=19456'],
    ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a URL with its password', 'connect postgres://rota:word@localhost/rota'],
    ['credentials of a request', 'authorization: Basic dXNlcjpwYXNzd29yZA1='],
    ['a private key', '-----BEGIN EC PRIVATE KEY-----'],
  ])('finds %s', (what, text) => {
    expect(whats(`nothing here\n${text}\n`)).toContain(what);
  });

  it('names the line, and passes ordinary lines', () => {
    expect(secretsIn('api', 'one\ntwo planted\n')).toMatchObject([{ line: 2 }]);
    const line = '{"level":"info","time":"2026-01-01T00:00:00Z","url":"http://127.0.0.1:3000","msg":"listening"}';
    expect(whats(line)).toEqual([]);
    expect(whats('POST https://example.com/hook?[redacted] rota_test_1234_abcdef01')).toEqual([]);
  });

  it('a first link is shown by the api only, and no other link anywhere', () => {
    const link = `http://localhost:5173/setup#token=${'a'.repeat(64)}`;
    expect(whats(link, 'api')).toEqual([]);
    expect(whats(link, 'worker')).not.toEqual([]);
    expect(whats(link.replace('setup', 'reset'), 'api')).not.toEqual([]);
  });

  describe('of a folder', () => {
    let folder: string;

    beforeEach(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'rota-search-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const write = (kind: string, text: string) => writeFileSync(path.join(folder, `${kind}.1-1.log`), text);

    it('fails when nothing was heard, or nothing of one kind of process', () => {
      expect(searchLogs(folder).faults).toHaveLength(EXPECTED_KINDS.length);
      for (const kind of EXPECTED_KINDS) write(kind, 'a line\n');
      expect(searchLogs(folder).faults).toEqual([]);
      write('scheduler', '');
      expect(searchLogs(folder).faults).toEqual(['nothing was heard of any scheduler']);
    });

    it('fails when one line of one process holds a secret', () => {
      for (const kind of EXPECTED_KINDS) write(kind, 'a line\n');
      write('postgres', `LOG:  ready\nDETAIL:  Key (email)=(planted@example.com) already exists.\n`);
      expect(searchLogs(folder).faults).toEqual([
        expect.stringContaining('postgres.1-1.log:2 holds what a test planted'),
      ]);
    });
  });
});
