/** Auth: who is calling (passwords, tokens, API keys), and the table of what roles and key scopes may do. */
export {
  Access,
  type AccessDeclaration,
  accessOf,
  Authenticated,
  CurrentPrincipal,
  Public,
} from './access.decorator.js';
export {
  KEY_SCOPES,
  type KeyScope,
  MEMBER_ROLES,
  type MemberRole,
  type Permission,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  roleAllows,
  SCOPE_PERMISSIONS,
  scopesAllow,
} from './permissions.js';
export type { ApiKeyPrincipal, Principal, UserPrincipal } from './principal.js';
export { principalOf, rememberPrincipal } from './request-principal.js';
