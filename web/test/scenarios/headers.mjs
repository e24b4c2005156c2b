import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { room } from '../room.mjs';

const PAGES = ['/sign-in', '/nowhere', '/projects/none/overview', '/forgot-password'];
const NOT_PAGES = {
  '/api/v1/projects': 404,
  '/api/v1/auth/login': 404,
  '/api/nothing': 404,
  '/api/rota/api/v1/me': 401,
  '/api/rota/elsewhere': 404,
  '/api/session': 200,
  '/api/health': 200,
  '/icon.svg': 200,
  '/favicon.ico': 404,
  '/_next/static/nothing.js': 404,
  '/%E0%A4%A': 307,
};

describe('every answer of the admin app', () => {
  it('has a policy: a page one with a nonce, everything else one that lets nothing run', async () => {
    for (const path of PAGES) {
      const { headers } = await get(path, { cookie: 'rota_refresh=unknown' });
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/,
        path,
      );
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    }
    for (const [path, status] of Object.entries(NOT_PAGES)) {
      const answer = await get(path);
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'", path);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path);
    }
  });

  it('to a path of the REST interface says in its form that it is not here', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await get('/api/v1/projects', {}, method);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json');
      assert.equal((await answer.json()).code, 'ROUTE_NOT_FOUND');
    }
  });

  it('sends who has no session to sign in, with a policy on the way, too', async () => {
    const answer = await get('/projects/none/overview');
    assert.equal(answer.status, 307);
    assert.match(answer.headers.get('location') ?? '', /\/sign-in\?next=/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  });
});

const get = (path, headers = {}, method = 'GET') =>
  fetch(room.local.webUrl + path, { method, headers, redirect: 'manual' });
