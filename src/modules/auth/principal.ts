import type { KeyScope } from './permissions.js';

/** A person, signed in with an access token. `isOperator`: looks after the whole installation, above all organizations. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  /** The sign-in that the access token comes from. */
  readonly sessionId: string;
  readonly isOperator: boolean;
}

/** A client service, with a key that belongs to exactly one project. */
export interface ApiKeyPrincipal {
  readonly kind: 'api_key';
  readonly keyId: string;
  readonly projectId: string;
  readonly scopes: readonly KeyScope[];
}

/** Who is calling, as far as the credentials say. What the caller may do is decided by the access guard, per request. */
export type Principal = UserPrincipal | ApiKeyPrincipal;
