let isFrozenNow = false;

/** What is on screen stays as it is: no coming back, of the person or of the network, asks for anything. */
export const noteFrozen = (isFrozen: boolean): void => void (isFrozenNow = isFrozen);

export const isFollowing = (): boolean => !isFrozenNow;
