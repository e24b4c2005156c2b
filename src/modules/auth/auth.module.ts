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

/** Needs AuthConfig and SecretsConfig in the configuration of the role. */
@Module({
  imports: [JwtModule.register({}), AuditModule],
  controllers: [AuthController],
  providers: [
    PasswordHasher,
    TokenService,
    UserStore,
    SessionStore,
    SessionService,
    ApiKeyStore,
    ApiKeyService,
    AccountService,
    Authenticator,
  ],
  exports: [AccountService, ApiKeyService, Authenticator],
})
export class AuthModule {}
