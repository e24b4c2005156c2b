import { isDisguised, readBody } from './page-request';

const PROJECT = '/api/v1/projects/01990000-0000-7000-8000-000000000000';

describe('a path', () => {
  it.each([
    '/api/v1/%61uth/login',
    '/api/v1/auth%2Flogin',
    '/api/v1/auth/%6Cogin',
    '/api/v1/x/%2e%2e/auth',
    '/api/v1/auth/login%5c',
  ])('that hides what it stands for is told: %s', (path) => expect(isDisguised(path)).toBe(true));

  it.each([
    `${PROJECT}/jobs`,
    `${PROJECT}/queues/with%20space`,
    `${PROJECT}/queues/%C3%BCber`,
    `${PROJECT}/queues/a%3Ab%40c`,
    '/api/v1/auth/login',
  ])('of a page is as it should be: %s', (path) => expect(isDisguised(path)).toBe(false));
});

describe('a body', () => {
  const requestOf = (chunks: readonly number[], headers: Record<string, string> = {}) => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const length = chunks[pulled];
        if (length === undefined) controller.close();
        else controller.enqueue(new Uint8Array(length).fill(pulled));
        pulled += 1;
      },
    });
    return { request: { body, headers: new Headers(headers) }, pulled: () => pulled };
  };

  it('is read as it was sent, up to its limit', async () => {
    expect(await readBody(requestOf([2, 3]).request, 5)).toEqual(new Uint8Array([0, 0, 1, 1, 1]));
    expect(await readBody({ body: null, headers: new Headers() }, 5)).toEqual(new Uint8Array());
  });

  it('that says its size, and too large a one, is not read at all', async () => {
    const { request, pulled } = requestOf([], { 'content-length': '6' });
    expect(await readBody(request, 5)).toBe('too large');
    expect(pulled()).toBeLessThanOrEqual(1);
  });

  it('without end is read no further than its limit', async () => {
    const { request, pulled } = requestOf(Array.from({ length: 1_000 }, () => 2));
    expect(await readBody(request, 5)).toBe('too large');
    expect(pulled()).toBeLessThan(10);
  });
});
