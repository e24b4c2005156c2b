import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installReason, linkToItself } from './install.mjs';

describe('an install is needed', () => {
  let root: string;
  const wanted = {
    '': { name: 'rota' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/fsevents': { version: '2.0.0', integrity: 'y', optional: true },
  };
  const lock = (packages: object) => writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const installed = (packages: object) =>
    writeFileSync(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'rota-install-'));
    mkdirSync(path.join(root, 'node_modules'));
    lock(wanted);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('when nothing is there, or an install was broken off', () => {
    expect(installReason(root)).toBe('nothing is installed yet');
  });

  it('when a package is missing, as after an install without development packages', () => {
    installed({});
    expect(installReason(root)).toBe('a is missing or of another version');
  });

  it('when a package has another version or content', () => {
    installed({ 'node_modules/a': { version: '1.0.1', integrity: 'x' } });
    expect(installReason(root)).toMatch(/^a is/);
    installed({ 'node_modules/a': { version: '1.0.0', integrity: 'z' } });
    expect(installReason(root)).toMatch(/^a is/);
  });

  it('not for packages of other platforms', () => {
    installed({ 'node_modules/a': { version: '1.0.0', integrity: 'x' } });
    expect(installReason(root)).toBeUndefined();
  });

  it('never by guess: a lock file that cannot be read is a fault', () => {
    writeFileSync(path.join(root, 'package-lock.json'), '{');
    expect(() => installReason(root)).toThrow('restore it from git');
  });
});

it('handlers with a package.json of their own find the project by its name', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rota-install-'));
  try {
    const exports = { './handlers': './handlers.js' };
    mkdirSync(path.join(root, 'node_modules'));
    mkdirSync(path.join(root, 'my-handlers'));
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'rota', exports }));
    writeFileSync(path.join(root, 'handlers.js'), '');
    writeFileSync(path.join(root, 'my-handlers', 'package.json'), '{ "private": true }');
    linkToItself(root);
    linkToItself(root); // as at each start
    const { resolve } = createRequire(path.join(root, 'my-handlers', 'greet.js'));
    expect(realpathSync(resolve('rota/handlers'))).toBe(realpathSync(path.join(root, 'handlers.js')));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
