import { assertAllowlistForProduction, parseAllowlistEntry } from './allowlist.js';

describe('HTTP_HANDLER_ALLOWLIST', () => {
  it.each([
    ['receiver.internal:8080', 'receiver.internal', 8080],
    ['RECEIVER.Internal.:8080', 'receiver.internal', 8080],
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['0x7f.1:443', '127.0.0.1', 443],
    ['[::1]:9000', '::1', 9000],
    ['[::FFFF:127.0.0.1]:1', '::ffff:7f00:1', 1],
    ['bücher.example:8443', 'xn--bcher-kva.example', 8443],
  ])('%s names %s and port %d', (text, host, port) => {
    expect(parseAllowlistEntry(text)).toMatchObject({ host, port });
  });

  it.each([
    '',
    'host',
    'host:',
    'host:0',
    'host:65536',
    'host:http',
    ':80',
    'http://host:80',
    'host:80/path',
    'user@host:80',
    '*.host:80',
    '*:80',
    '::1:80',
    'host:80?x',
    'ho st:80',
    'host:80:90',
    '10.0.0.0/8:80',
  ])('%p is no entry', (text) => {
    expect(parseAllowlistEntry(text)).toBeNull();
  });

  it('production refuses loopback, private, link-local and unreadable entries and names them', () => {
    const refused = [
      '127.0.0.1:80',
      '[::1]:80',
      'localhost:3000',
      'x.localhost:1',
      'localhost.:1',
      '10.0.0.5:80',
      '192.168.1.1:80',
      '169.254.169.254:80',
      '[fd00::1]:80',
      '[::ffff:127.0.0.1]:80',
      '0.0.0.0:80',
      '2130706433:80',
      'nonsense',
    ];
    for (const text of refused) expect(() => assertAllowlistForProduction(['8.8.8.8:8080', text])).toThrow(text);
    expect(() => assertAllowlistForProduction(['8.8.8.8:8080', 'hooks.internal:8080', 'example.com:25'])).not.toThrow();
    expect(() => assertAllowlistForProduction([])).not.toThrow();
  });
});
