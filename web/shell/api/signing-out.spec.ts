import { hasLeft, isSigningOut, whileSigningOut } from './signing-out';

describe('signing out', () => {
  afterEach(hasLeft);

  it('is under way before the session ends, and until the page is gone', async () => {
    expect(isSigningOut()).toBe(false);
    let wasSeen = false;
    await whileSigningOut(async () => {
      wasSeen = isSigningOut();
    });
    expect(wasSeen).toBe(true);
    expect(isSigningOut()).toBe(true);
    hasLeft();
    expect(isSigningOut()).toBe(false);
  });

  it('is over when it fails', async () => {
    const failing = whileSigningOut(() => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    expect(isSigningOut()).toBe(false);
  });
});
