import { firstRequest, followRedirect } from './outgoing-request.js';

describe('a redirect between schemes', () => {
  const request = (url: string) => firstRequest({ url, headers: { 'X-Mine': '1' } }, { Authorization: 'secret' });

  it.each(['http://example.com/', 'http://example.com:443/', 'http://other.example/'])(
    'from https to %s is refused',
    (location) => {
      expect(() => followRedirect(request('https://example.com/'), 302, location)).toThrow(
        expect.objectContaining({ code: 'HTTP_REDIRECT_DOWNGRADE' }) as Error,
      );
    },
  );

  it('from http to https of the same host leaves the origin, and with it all headers', () => {
    expect(followRedirect(request('http://example.com/'), 308, 'https://example.com/')).toMatchObject({
      headers: {},
      isOwnOrigin: false,
    });
  });

  it.each(['https://example.com:444/', 'https://sub.example.com/', '//example.org/'])(
    'to %s leaves the origin',
    (location) => {
      expect(followRedirect(request('https://example.com/'), 307, location).isOwnOrigin).toBe(false);
    },
  );

  it.each(['/x', '?y=1', 'https://EXAMPLE.com:443/x', '//example.com/'])(
    'to %s stays, with the headers',
    (location) => {
      const next = followRedirect(request('https://example.com/a/b'), 307, location);
      expect(next).toMatchObject({ isOwnOrigin: true, headers: { 'x-mine': '1', authorization: 'secret' } });
    },
  );
});
