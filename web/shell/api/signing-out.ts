let isUnderWay = false;

/** Between asking to sign out and being gone: what is refused meanwhile is expected, and leads nowhere of its own. */
export const isSigningOut = (): boolean => isUnderWay;

/** Runs what ends the session and leaves the page. One that fails leaves a page that goes on as before. */
export async function whileSigningOut(leave: () => Promise<void>): Promise<void> {
  isUnderWay = true;
  try {
    await leave();
  } catch (error) {
    hasLeft();
    throw error;
  }
}

/** The browser may keep the page and show it again on "Back": then it is not signing out any more. */
export function hasLeft(): void {
  isUnderWay = false;
}
