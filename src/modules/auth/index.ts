/** Auth: who is calling (passwords, tokens, API keys), and the table of what roles and key scopes may do. */
export {
  Access,
  type AccessDeclaration,
  accessOf,
  Authenticated,
  CurrentPrincipal,
  OperatorOnly,
  OrganizationAccess,
  Public,
  UserOnly,
} from './access.decorator.js';
export { type AccountMail, AccountMailer } from './account-mailer.js';
export { AccountMails } from './account-mails.js';
export { AccountService } from './account.service.js';
export { type ApiKeyRequest, ApiKeyService, type CreatedApiKey } from './api-key.service.js';
export type { ApiKey } from './api-key.store.js';
export { AttemptLimiter } from './attempt-limiter.js';
export { attemptSubjects } from './attempt-subjects.js';
export { AuthConfig, SIGN_UP_MODES, type SignUpMode } from './auth.config.js';
export { Authenticator } from './authenticator.js';
export { clientIpOf } from './client-ip.js';
export { AccountsModule, AuthModule } from './auth.module.js';
export { linkTokenHash, mintLinkToken } from './link-token.js';
export { type PersonalScope } from './own-sessions.service.js';
export { PASSWORD_BYTES } from './password-hasher.js';
export { PasswordResetService } from './password-reset.service.js';
export {
  KEY_SCOPES,
  KEY_SCOPES_MEANING,
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
export { Personal } from './personal-scope.decorator.js';
export type { Principal, UserPrincipal } from './principal.js';
export { rememberPrincipal } from './request-principal.js';
export { SessionIssuer, type SignedIn } from './session-issuer.js';
export { SessionResponse } from './session.response.js';
export { type SignInRequest, signInRequestOf } from './sign-in-request.js';
