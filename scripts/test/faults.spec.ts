import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsOfJest, faultsOfTap } from './faults.mjs';

describe('what failed, in few lines', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'rota-faults-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function tapOf(source: string): Promise<string> {
    const file = path.join(folder, 'some.test.mjs');
    writeFileSync(file, `import { before, describe, it } from 'node:test';\n${source}`);
    const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
    return new Promise((resolve) => {
      execFile(process.execPath, ['--test-reporter=tap', file], { env }, (_error, stdout) => resolve(stdout));
    });
  }

  it('names the hook that failed and not the tests that it took along', async () => {
    const tap = await tapOf(`before(() => { throw new Error('it ended\\nbefore it was ready'); });
      describe('a page', () => { it('is there', () => {}); it('is whole', () => {}); });`);
    expect(faultsOfTap(tap)).toEqual(['a page\n    it ended\n    before it was ready']);
  });

  it('names the test that failed and not the group around it', async () => {
    const tap = await tapOf(`describe('a page', () => {
      it('is there', () => {});
      it('is whole', () => { throw new Error('half of it is missing'); });
    });`);
    expect(faultsOfTap(tap)).toEqual(["is whole\n    'half of it is missing'"]);
    expect(faultsOfTap(await tapOf(`it('is there', () => {});`))).toEqual([]);
  });

  it('reads the failed tests of jest, and files that could not be loaded', () => {
    const failed = { fullName: 'a job runs once', status: 'failed', failureMessages: [`Error: twice\n\n    at x`] };
    const passed = { fullName: 'a job runs', status: 'passed', failureMessages: [] };
    const faults = faultsOfJest({
      testResults: [
        { name: '/one.spec.ts', message: 'long', assertionResults: [passed, failed] },
        { name: '/two.spec.ts', message: 'no such module\n  here', assertionResults: [] },
        { name: '/three.spec.ts', message: '', assertionResults: [passed] },
      ],
    });
    expect(faults).toEqual([
      'a job runs once\n    Error: twice\n        at x',
      '/two.spec.ts\n    no such module\n      here',
    ]);
  });
});
