import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { AuditModule } from '../audit/index.js';
import { AccountMails } from './account-mails.js';
import { AccountService } from './account.service.js';
import { ApiKeyService } from './api-key.service.js';
import { ApiKeyStore } from './api-key.store.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { AttemptStore } from './attempt.store.js';
import { AuthController } from './auth.controller.js';
import { Authenticator } from './authenticator.js';
import { LoginService } from './login.service.js';
import { OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordResetService, PasswordResetting } from './password-reset.service.js';
import { PasswordService } from './password.service.js';
import { PasswordsController } from './passwords.controller.js';
import { PermissionsController } from './permissions.controller.js';
import { SessionIssuer } from './session-issuer.js';
import { SessionService } from './session.service.js';
import { SessionStore } from './session.store.js';
import { TokenService } from './token.service.js';
import { UserStore } from './user.store.js';

/** Users and API keys without the routes and the tokens of sessions. Needs AuthConfig in the configuration. */
@Module({
  imports: [AuditModule],
  providers: [PasswordHasher, UserStore, AccountService, ApiKeyStore, ApiKeyService],
  exports: [PasswordHasher, UserStore, AccountService, ApiKeyService],
})
export class AccountsModule {}

/** Sign-in and the check of credentials. Needs SecretsConfig besides. */
@Module({
  imports: [JwtModule.register({}), AuditModule, AccountsModule],
  controllers: [AuthController, OwnSessionsController, PasswordsController, PermissionsController],
  providers: [
    TokenService,
    SessionStore,
    SessionIssuer,
    SessionService,
    LoginService,
    OwnSessionsService,
    AttemptStore,
    AttemptLimiter,
    AccountMails,
    PasswordService,
    PasswordResetService,
    PasswordResetting,
    Authenticator,
  ],
  exports: [AccountsModule, Authenticator, SessionIssuer, AttemptLimiter, AccountMails, PasswordResetService],
})
export class AuthModule {}
