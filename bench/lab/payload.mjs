/** What every job of every contestant carries: 100 bytes of JSON. */
export const PAYLOAD = { text: 'x'.repeat(89) };
