import { readOptions } from './options.mjs';

describe('the options of npm start', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it('take a flag before a variable before the default', () => {
    process.env['ROTA_PG_PORT'] = '6000';
    process.env['API_PORT'] = '4000';
    const { ports } = readOptions(['--api-port', '5000']);
    expect(ports).toMatchObject({ api: 5000, postgres: 6000, mail: 8025 });
  });

  it('refuse a port that is none, by name', () => {
    expect(() => readOptions(['--api-port', '70000'])).toThrow('--api-port must be a port from 1 to 65535');
    process.env['ROTA_SMTP_PORT'] = 'abc';
    expect(() => readOptions([])).toThrow('ROTA_SMTP_PORT must be a port');
  });

  it('refuse a flag that does not exist', () => {
    expect(() => readOptions(['--port', '3000'])).toThrow('--port');
  });
});
