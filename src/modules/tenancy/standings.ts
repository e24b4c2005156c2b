import { Injectable } from '@nestjs/common';
import { Authenticator } from '../auth/index.js';
import { OrganizationAccessCheck } from './organization-access.js';
import { ProjectAccess } from './project-access.js';

/** Everything that this process remembers, for a second at most, of who may do what. */
@Injectable()
export class Standings {
  constructor(
    private readonly sessions: Authenticator,
    private readonly organizations: OrganizationAccessCheck,
    private readonly projects: ProjectAccess,
  ) {}

  /** After members or their roles were changed here: it counts with the next request, within a second elsewhere. */
  forgetAll(): void {
    this.sessions.forgetAll();
    this.organizations.forgetAll();
    this.projects.forgetAll();
  }
}
