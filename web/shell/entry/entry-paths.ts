const ENTRY_PATHS = new Set(['/sign-in', '/sign-up', '/setup', '/invitation', '/forgot-password', '/reset-password']);

/** Pages that open without a session. */
export const isEntryPath = (pathname: string): boolean => ENTRY_PATHS.has(pathname);
