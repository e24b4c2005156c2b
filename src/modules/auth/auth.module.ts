import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { AuditModule } from '../audit/index.js';
import { AccountService } from './account.service.js';
import { ApiKeyService } from './api-key.service.js';
import { ApiKeyStore } from './api-key.store.js';
import { AuthController } from './auth.controller.js';
import { Authenticator } from './authenticator.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionService } from './session.service.js';
import { SessionStore } from './session.store.js';
import { TokenService } from './token.service.js';
import { UserStore } from './user.store.js';

/** Users and API keys without the routes and the tokens of sessions. Needs AuthConfig in the configuration. */
@Module({
  imports: [AuditModule],
  providers: [PasswordHasher, UserStore, AccountService, ApiKeyStore, ApiKeyService],
  exports: [AccountService, ApiKeyService],
})
export class AccountsModule {}

/** Sign-in and the check of credentials. Needs SecretsConfig besides. */
@Module({
  imports: [JwtModule.register({}), AuditModule, AccountsModule],
  controllers: [AuthController],
  providers: [TokenService, SessionStore, SessionService, Authenticator],
  exports: [AccountsModule, Authenticator],
})
export class AuthModule {}
