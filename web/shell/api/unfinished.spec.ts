import { hasLeft, whileSigningOut } from './signing-out';
import { mayStop, noteUnfinished } from './unfinished';

describe('what ends with its tab', () => {
  const asked: string[] = [];
  const listeners = new Set<(event: Event) => void>();
  let answer = false;
  beforeEach(() => {
    asked.length = 0;
    Object.assign(globalThis, {
      window: {
        confirm: (question: string) => (asked.push(question), answer),
        addEventListener: (_: string, listener: (event: Event) => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: (event: Event) => void) => listeners.delete(listener),
      },
    });
  });
  afterEach(() => {
    noteUnfinished(undefined);
    hasLeft();
    Reflect.deleteProperty(globalThis, 'window');
  });

  /** Does the browser ask when the page is left? */
  const asksToLeave = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true });
    for (const listener of listeners) listener(event);
    return event.defaultPrevented;
  };

  it('is no reason to ask when there is nothing', () => {
    expect(mayStop()).toBe(true);
    expect(asked).toEqual([]);
    expect(asksToLeave()).toBe(false);
  });

  it('is asked about before a session ends, by name', () => {
    noteUnfinished('1 bulk action is');
    expect(mayStop()).toBe(false);
    answer = true;
    expect(mayStop()).toBe(true);
    expect(asked[0]).toMatch(/^1 bulk action is still at work/);
  });

  it('keeps the page, but not one that signs out: it was asked about before, and the session is over', async () => {
    noteUnfinished('1 bulk action is');
    expect(asksToLeave()).toBe(true);
    await whileSigningOut(async () => undefined);
    expect(asksToLeave()).toBe(false);
  });
});
