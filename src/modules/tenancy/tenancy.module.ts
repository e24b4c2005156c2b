import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuditModule } from '../audit/index.js';
import { AccountsModule, AuthModule } from '../auth/index.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditLogController } from './audit-log.controller.js';
import { Bootstrap } from './bootstrap.js';
import { InvitationService } from './invitation.service.js';
import { InvitationStore } from './invitation.store.js';
import { InvitationsController } from './invitations.controller.js';
import { JoiningController } from './joining.controller.js';
import { FirstSignIn, JoiningService } from './joining.service.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { MemberService } from './member.service.js';
import { MembersController } from './members.controller.js';
import { MembershipStore } from './membership.store.js';
import { OrganizationAuditController } from './organization-audit.controller.js';
import { OrganizationAccessCheck } from './organization-access.js';
import { OrganizationService } from './organization.service.js';
import { OrganizationStore } from './organization.store.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationReadModel } from './organization.read-model.js';
import { ProjectAccess } from './project-access.js';
import { ProjectDeletionModule } from './project-deletion.module.js';
import { ProjectSecretsController } from './project-secrets.controller.js';
import { ProjectSecretsModule } from './project-secrets.module.js';
import { ProjectSecretsService } from './project-secrets.service.js';
import { ProjectService } from './project.service.js';
import { ProjectStore } from './project.store.js';
import { ProjectsController } from './projects.controller.js';
import { SetupLink } from './setup-link.js';
import { SetupService } from './setup.service.js';
import { SignUpService } from './sign-up.service.js';
import { Standings } from './standings.js';

/** The first steps of an installation, for the command line. Needs AuthConfig in the configuration. */
@Module({
  imports: [AuditModule, AccountsModule],
  providers: [MembershipStore, ProjectStore, Bootstrap],
  exports: [Bootstrap, MembershipStore, ProjectStore],
})
export class BootstrapModule {}

/** Organizations and projects with their routes, and the guard in front of every route of the application. */
@Module({
  imports: [AuditModule, AuthModule, BootstrapModule, ProjectSecretsModule, ProjectDeletionModule],
  controllers: [
    MeController,
    JoiningController,
    OrganizationsController,
    MembersController,
    InvitationsController,
    ProjectsController,
    ApiKeysController,
    ProjectSecretsController,
    AuditLogController,
    OrganizationAuditController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    OrganizationReadModel,
    OrganizationStore,
    OrganizationService,
    OrganizationAccessCheck,
    MemberService,
    InvitationStore,
    InvitationService,
    JoiningService,
    FirstSignIn,
    SetupLink,
    SetupService,
    SignUpService,
    Standings,
    MeService,
    ProjectAccess,
    ProjectService,
    ProjectSecretsService,
  ],
  exports: [ProjectDeletionModule, ProjectAccess, BootstrapModule],
})
export class TenancyModule {}
