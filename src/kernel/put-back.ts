/** A job whose handler a worker lacks goes back for that long at first, in milliseconds, and at most; see `MissingHandlers`. */
export const PUT_BACK_FIRST_MS = 5_000;
export const PUT_BACK_MAX_MS = 30_000;
