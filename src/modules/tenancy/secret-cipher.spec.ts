import { newId } from '../../kernel/ids.js';
import { SecretCipher } from './secret-cipher.js';

const cipher = new SecretCipher('a key for project secrets, 32 characters');
const projectId = newId();

describe('SecretCipher', () => {
  it('reads back what it wrote, and never writes the same twice', () => {
    const first = cipher.encrypt(projectId, 'crm.token', 'ünïcode ✓');
    const second = cipher.encrypt(projectId, 'crm.token', 'ünïcode ✓');
    expect(cipher.decrypt(projectId, 'crm.token', first)).toBe('ünïcode ✓');
    expect(first.equals(second)).toBe(false);
    expect(first.includes(Buffer.from('ünïcode ✓'))).toBe(false);
  });

  it('refuses a value under another key, project or name, and one that was changed or cut', () => {
    const stored = cipher.encrypt(projectId, 'crm.token', 'value');
    const changed = Buffer.from(stored);
    changed[changed.length - 1] = (changed.at(-1) as number) ^ 1;
    const mismatch = expect.objectContaining({ code: 'SECRETS_KEY_MISMATCH' });
    expect(() =>
      new SecretCipher('another key for secrets, 32 characters..').decrypt(projectId, 'crm.token', stored),
    ).toThrow(mismatch);
    expect(() => cipher.decrypt(newId(), 'crm.token', stored)).toThrow(mismatch);
    expect(() => cipher.decrypt(projectId, 'crm.other', stored)).toThrow(mismatch);
    expect(() => cipher.decrypt(projectId, 'crm.token', changed)).toThrow(mismatch);
    for (let length = 0; length < stored.length; length += 1) {
      expect(() => cipher.decrypt(projectId, 'crm.token', stored.subarray(0, length))).toThrow(mismatch);
    }
  });
});
