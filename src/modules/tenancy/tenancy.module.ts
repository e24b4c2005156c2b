import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuditModule } from '../audit/index.js';
import { AccountsModule, AuthModule } from '../auth/index.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { Bootstrap } from './bootstrap.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { MembershipStore } from './membership.store.js';
import { OrganizationReadModel } from './organization.read-model.js';
import { ProjectAccess } from './project-access.js';
import { ProjectDeletion } from './project-deletion.js';
import { ProjectSecretsController } from './project-secrets.controller.js';
import { ProjectSecretsModule } from './project-secrets.module.js';
import { ProjectSecretsService } from './project-secrets.service.js';
import { ProjectService } from './project.service.js';
import { ProjectStore } from './project.store.js';
import { ProjectsController } from './projects.controller.js';

/** The first steps of an installation, for the command line. Needs AuthConfig in the configuration. */
@Module({
  imports: [AuditModule, AccountsModule],
  providers: [MembershipStore, ProjectStore, Bootstrap],
  exports: [Bootstrap],
})
export class BootstrapModule {}

/** Organizations and projects with their routes, and the guard in front of every route of the application. */
@Module({
  imports: [AuditModule, AuthModule, ProjectSecretsModule],
  controllers: [MeController, ProjectsController, ApiKeysController, ProjectSecretsController, AuditLogController],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    OrganizationReadModel,
    MeService,
    ProjectAccess,
    ProjectDeletion,
    ProjectStore,
    ProjectService,
    ProjectSecretsService,
  ],
  exports: [ProjectDeletion],
})
export class TenancyModule {}
