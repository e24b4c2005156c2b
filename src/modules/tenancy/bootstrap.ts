import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { RotaError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { Session } from '../../platform/database/index.js';
import { isPlainText } from '../../platform/validation/index.js';
import { AuditService } from '../audit/index.js';
import { AccountService, ApiKeyService, type KeyScope } from '../auth/index.js';
import { MembershipStore } from './membership.store.js';
import { type Project, ProjectStore } from './project.store.js';

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly organizationName: string;
}

export type CreatedOwner =
  | { readonly outcome: 'created'; readonly userId: string; readonly organizationId: string }
  /** Somebody has this e-mail address already; nothing was changed, not even the password. */
  | { readonly outcome: 'exists'; readonly userId: string; readonly organizationId: string | null };

const BY_SYSTEM = { principal: { kind: 'system' }, requestId: null, ip: null } as const;

/** The first steps of an installation, for the command line: there is nobody yet who could sign in and take them. */
@Injectable()
export class Bootstrap {
  constructor(
    private readonly accounts: AccountService,
    private readonly memberships: MembershipStore,
    private readonly projects: ProjectStore,
    private readonly keys: ApiKeyService,
    private readonly audit: AuditService,
  ) {}

  /**
   * An owner with an organization; the first one is the installation's operator too. Repeatable: says so if the e-mail address
   * is known. Throws `invalid` for a password, name or address that is not as required.
   */
  async createOwner(owner: Owner, session: Session): Promise<CreatedOwner> {
    assertOwner(owner);
    const known = await this.accounts.findByEmail(session, owner.email);
    if (known !== undefined) return this.exists(session, known);
    const isOperator = await this.memberships.isFirstUser(session);
    const userId = await this.accounts.create(session, { ...owner, isOperator });
    if (userId === undefined) throw RotaError.conflict('EMAIL_TAKEN', 'another process creates this account right now');
    const organizationId = newId();
    await this.memberships.insertOrganization(session, organizationId, owner.organizationName, userId);
    await this.audit.record(
      session,
      { ...BY_SYSTEM, organizationId, projectId: null },
      {
        action: 'organization.created',
        targetKind: 'organization',
        targetId: organizationId,
        after: { name: owner.organizationName, owner: userId },
      },
    );
    return { outcome: 'created', userId, organizationId };
  }

  /** A project of that name in the organization; the one that is there if there is one. */
  async createProject(project: { organizationId: string; name: string }, session: Session): Promise<Project> {
    const created = await this.projects.insert(session, { ...project, id: newId() });
    if (!created) return (await this.projects.findByName(session, project.organizationId, project.name)) as Project;
    await this.audit.record(
      session,
      { ...BY_SYSTEM, organizationId: created.organizationId, projectId: created.id },
      { action: 'project.created', targetKind: 'project', targetId: created.id, after: { name: created.name } },
    );
    return created;
  }

  /** A new key each time: the token of an old one is not known. */
  async createApiKey(
    project: Project,
    key: { name: string; scopes: readonly KeyScope[] },
    session: Session,
  ): Promise<string> {
    const scope = { ...BY_SYSTEM, organizationId: project.organizationId, projectId: project.id };
    return (await this.keys.insert(session, scope, { ...key, expiresAt: null })).token;
  }

  private async exists(session: Session, userId: string): Promise<CreatedOwner> {
    return { outcome: 'exists', userId, organizationId: await this.memberships.firstOwnedBy(session, userId) };
  }
}

function assertOwner(owner: Owner): void {
  if (!isEmail(owner.email)) throw RotaError.invalid('EMAIL_INVALID', 'this is no e-mail address', '/email');
  for (const field of ['name', 'organizationName'] as const) {
    if (!isPlainText(owner[field], { min: 1, max: 200 })) {
      throw RotaError.invalid('NAME_INVALID', `${field} must be text of 1 to 200 characters`, `/${field}`);
    }
  }
}
