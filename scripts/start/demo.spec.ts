import { databaseNameOf } from './demo.mjs';

const embedded = {
  databaseUrl: 'postgres://rota_service:x@127.0.0.1:55432/rota',
  ownerDatabaseUrl: 'postgres://rota:y@127.0.0.1:55432/rota',
  databaseName: 'embedded',
};

describe('what the record of a demo is kept under', () => {
  it('is the embedded database, or the place of the one that is given, without its password', () => {
    expect(databaseNameOf({})).toBe('embedded');
    expect(databaseNameOf({ databaseUrl: 'postgres://ada:secret@db.example:6432/jobs' })).toBe('db.example:6432/jobs');
  });

  it('is the same whether the database of the installation that runs is named or not', () => {
    expect(databaseNameOf({}, embedded)).toBe('embedded');
    for (const databaseUrl of [
      embedded.databaseUrl,
      embedded.ownerDatabaseUrl,
      'postgres://any@localhost:55432/rota?sslmode=disable',
    ])
      expect(databaseNameOf({ databaseUrl }, embedded)).toBe('embedded');
    const own = { ...embedded, databaseName: 'db.example/jobs', databaseUrl: 'postgres://db.example/jobs' };
    expect(databaseNameOf({}, own)).toBe('db.example/jobs');
    expect(databaseNameOf({ databaseUrl: 'postgres://db.example:5432/jobs' }, own)).toBe('db.example/jobs');
  });

  it('is another one for any other database, also while an installation runs', () => {
    for (const databaseUrl of ['postgres://127.0.0.1:55432/other', 'postgres://127.0.0.1:5432/rota'])
      expect(databaseNameOf({ databaseUrl }, embedded)).not.toBe('embedded');
  });
});
