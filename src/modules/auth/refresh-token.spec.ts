import { newId } from '../../kernel/ids.js';
import { readRefreshToken, refreshTokenOf } from './refresh-token.js';

const SECRET = 'a secret for refresh tokens, 32 characters';

describe('refresh token', () => {
  it('proves its family and counter, and is the same each time it is made', () => {
    const place = { familyId: newId(), counter: 41 };
    const token = refreshTokenOf(place, SECRET);
    expect(readRefreshToken(token, SECRET)).toEqual(place);
    expect(refreshTokenOf(place, SECRET)).toBe(token);
  });

  it('is refused under another secret, with any bit changed, cut or padded', () => {
    const token = refreshTokenOf({ familyId: newId(), counter: 0 }, SECRET);
    expect(readRefreshToken(token, `${SECRET}!`)).toBeUndefined();
    for (let index = 0; index < token.length - 1; index += 1) {
      const changed = token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
      expect(readRefreshToken(changed, SECRET)).toBeUndefined();
    }
    for (const other of ['', token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`]) {
      expect(readRefreshToken(other, SECRET)).toBeUndefined();
    }
  });
});
