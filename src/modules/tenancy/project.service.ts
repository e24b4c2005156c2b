import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid, newId } from '../../kernel/ids.js';
import { AppDatabase, constraintOf, type Session } from '../../platform/database/index.js';
import { assertIfMatch, decodeCursor, type Page, pageOf } from '../../platform/http/index.js';
import { type AuditScope, AuditService } from '../audit/index.js';
import { type Principal, roleAllows } from '../auth/index.js';
import type { ListProjectsQuery } from './list-projects.request.js';
import { OrganizationReadModel } from './organization.read-model.js';
import { ProjectAccess } from './project-access.js';
import { ProjectDeletion } from './project-deletion.js';
import type { ProjectScope } from './project-scope.js';
import { type NewProject, type Project, ProjectStore } from './project.store.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

@Injectable()
export class ProjectService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: ProjectStore,
    private readonly organizations: OrganizationReadModel,
    private readonly access: ProjectAccess,
    private readonly deletion: ProjectDeletion,
    private readonly audit: AuditService,
  ) {}

  async list(principal: Principal, query: ListProjectsQuery): Promise<Page<Project>> {
    const audience = principal.kind === 'user' ? { userId: principal.userId } : { projectId: principal.projectId };
    const rows = await this.store.list(this.database, audience, {
      organizationId: query.organizationId,
      beforeId: decodeCursor(query.cursor, isId),
      limit: query.limit + 1,
    });
    return pageOf(rows, query.limit, (last) => last.id);
  }

  /**
   * Throws `invalid` ORGANIZATION_UNKNOWN for an organization that the caller is not a member of, whether it exists or not;
   * `forbidden` without the permission there; `conflict` PROJECT_NAME_TAKEN.
   */
  async create(
    principal: Principal,
    request: Omit<NewProject, 'id'>,
    from: Pick<AuditScope, 'requestId' | 'ip'>,
  ): Promise<Project> {
    if (principal.kind !== 'user')
      throw new RotaError('forbidden', 'USER_REQUIRED', 'an API key belongs to one project');
    const role = await this.organizations.roleOf(principal.userId, request.organizationId);
    if (!role) throw RotaError.invalid('ORGANIZATION_UNKNOWN', 'there is no such organization', '/organizationId');
    if (!roleAllows(role, 'project:manage')) {
      throw new RotaError('forbidden', 'PERMISSION_MISSING', 'this needs the permission project:manage');
    }
    return this.database.transaction((session) =>
      this.insert(session, { ...request, id: newId() }, { principal, ...from }),
    );
  }

  /** Inside a transaction of the caller, who has checked what may be checked. */
  async insert(
    session: Session,
    project: NewProject,
    by: Pick<AuditScope, 'principal' | 'requestId' | 'ip'>,
  ): Promise<Project> {
    const created = await this.store.insert(session, project);
    if (!created) throw nameTaken();
    const scope = { ...by, organizationId: created.organizationId, projectId: created.id };
    await this.audit.record(session, scope, {
      action: 'project.created',
      targetKind: 'project',
      targetId: created.id,
      after: { name: created.name },
    });
    return created;
  }

  async get(scope: ProjectScope): Promise<Project> {
    const project = await this.store.find(this.database, scope.projectId);
    if (!project) throw RotaError.notFound('project');
    return project;
  }

  /** Throws `precondition_failed`, `conflict` PROJECT_NAME_TAKEN. */
  async rename(scope: ProjectScope, name: string | undefined, ifMatch: string | undefined): Promise<Project> {
    return this.database
      .transaction(async (session) => {
        const before = await this.lockMatching(session, scope, ifMatch);
        if (name === undefined || name === before.name) return before;
        const after = await this.store.rename(session, scope.projectId, name);
        await this.audit.record(session, scope, {
          action: 'project.updated',
          targetKind: 'project',
          targetId: scope.projectId,
          before: { name: before.name },
          after: { name },
        });
        return after;
      })
      .catch((error: unknown) => {
        throw constraintOf(error) === 'projects_name' ? nameTaken() : error;
      });
  }

  /** Marks the project and what hangs on it; the scheduler empties it afterwards. Its keys stop within a second. */
  async delete(
    scope: ProjectScope,
    { ifMatch, reason }: { ifMatch: string | undefined; reason: string | undefined },
  ): Promise<void> {
    await this.database.transaction(async (session) => {
      const project = await this.lockMatching(session, scope, ifMatch);
      await this.store.markDeleted(session, scope.projectId);
      await this.deletion.run(session, scope.projectId);
      await this.audit.record(session, scope, {
        action: 'project.deleted',
        targetKind: 'project',
        targetId: scope.projectId,
        before: { name: project.name },
        reason,
      });
    });
    this.access.forgetAll();
  }

  private async lockMatching(session: Session, scope: ProjectScope, ifMatch: string | undefined): Promise<Project> {
    const project = await this.store.lock(session, scope.projectId);
    if (!project) throw RotaError.notFound('project');
    assertIfMatch(ifMatch, project.version);
    return project;
  }
}

function nameTaken(): RotaError {
  const detail = 'the organization has a project of that name';
  return new RotaError('conflict', 'PROJECT_NAME_TAKEN', detail, {
    faults: [{ pointer: '/name', code: 'PROJECT_NAME_TAKEN', detail }],
  });
}
