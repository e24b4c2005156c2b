import { targetOf } from './target';

const ORIGIN = 'http://rota.example';

describe('where somebody goes after signing in', () => {
  it('is where they were, with the filters', () => {
    expect(targetOf('/projects/1/jobs?status=queued', ORIGIN)).toBe('/projects/1/jobs?status=queued');
  });

  it.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/./\\evil.example',
    '/\t/evil.example',
    '/x/%2e%2e//evil.example',
  ])('is never another site: %p', (next) => expect(targetOf(next, ORIGIN)).toBe('/'));
});
