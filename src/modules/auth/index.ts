/** Auth: who is calling (passwords, tokens, API keys), and the table of what roles and key scopes may do. */
export {
  Access,
  type AccessDeclaration,
  accessOf,
  Authenticated,
  CurrentPrincipal,
  Public,
} from './access.decorator.js';
export { AccountService } from './account.service.js';
export { type ApiKeyRequest, ApiKeyService, type CreatedApiKey } from './api-key.service.js';
export type { ApiKey } from './api-key.store.js';
export { AuthConfig } from './auth.config.js';
export { Authenticator } from './authenticator.js';
export { clientIpOf } from './client-ip.js';
export { AccountsModule, AuthModule } from './auth.module.js';
export {
  KEY_SCOPES,
  type KeyScope,
  MEMBER_ROLES,
  type MemberRole,
  type Permission,
  roleAllows,
  scopesAllow,
} from './permissions.js';
export type { Principal } from './principal.js';
export { rememberPrincipal } from './request-principal.js';
