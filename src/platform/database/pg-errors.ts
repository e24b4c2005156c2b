/** The SQLSTATE of a PostgreSQL error (PostgreSQL, appendix A), or undefined when it is no such error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** The constraint that a write violated, when PostgreSQL names one. */
export function constraintOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
const CLIENT_MESSAGES =
  /connection terminated|connection error|timeout expired|timeout exceeded|query read timeout|cannot use a pool|client has encountered|connection ended|not queryable|server closed the connection|driver not connected|released/i;

/** The connection or the server is gone, or it is read-only after a failover: the same statement may succeed on a new connection. */
export function isConnectionError(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) return /^(08|57P0|25006|53|58)/.test(state) || state === '28000';
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SOCKET_CODES.has(code) || CLIENT_MESSAGES.test(error.message);
}

/** Deadlock, serialization failure, lock or statement timeout: the same work, repeated, may succeed. */
export function isContentionError(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40P01' || state === '40001' || state === '55P03' || state === '57014';
}

/** The data itself is refused (class 22 or 23): a repeat with the same item cannot succeed. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}
