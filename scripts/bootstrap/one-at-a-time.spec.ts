import { jest } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { alone } from './one-at-a-time.mjs';

describe('one at a time', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'rota-alone-'));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(root, { recursive: true, force: true });
  });

  it('the second waits until the first is done', async () => {
    const release = await alone('build', { root });
    let isSecondIn = false;
    const second = alone('build', { root }).then((leave) => {
      isSecondIn = true;
      leave();
    });
    await alone('install', { root }).then((leave) => leave()); // something else is not kept
    expect(isSecondIn).toBe(false);
    release();
    await second;
    expect(isSecondIn).toBe(true);
    expect(existsSync(path.join(root, '.rota-build.lock'))).toBe(false);
  });

  it('one that was killed keeps nobody', async () => {
    writeFileSync(path.join(root, '.rota-build.lock'), '2147483646');
    const release = await alone('build', { root });
    release();
  });

  it('whoever is told to stop waits no longer', async () => {
    const release = await alone('build', { root });
    const interruption = new AbortController();
    const waiting = alone('build', { root, signal: interruption.signal });
    interruption.abort(new Error('interrupted'));
    await expect(waiting).rejects.toThrow('interrupted');
    release();
  });
});
