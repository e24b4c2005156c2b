import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { AuditService } from '../audit/index.js';
import type { ProjectScope } from './project-scope.js';
import {
  ProjectSecretsStore,
  RESERVED_SECRET_PREFIX,
  type SecretName,
  SIGNING_OVERLAP_SECONDS,
  SIGNING_SECRET,
} from './project-secrets.store.js';

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

export interface RotatedSigningSecret {
  readonly secret: string;
  /** How long the secret before it goes on signing as well. */
  readonly overlapSeconds: number;
}

/** Secrets that jobs name and only handlers see. */
@Injectable()
export class ProjectSecretsService {
  constructor(
    private readonly database: AppDatabase,
    private readonly store: ProjectSecretsStore,
    private readonly audit: AuditService,
  ) {}

  async list(scope: ProjectScope, query: PageQuery): Promise<Page<SecretName>> {
    const after = decodeCursor(query.cursor, isName);
    const rows = await this.store.names(this.database, scope.projectId, after, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.name);
  }

  /** Throws `invalid` SECRET_NAME_INVALID, `conflict` SECRET_RESERVED. */
  async put(scope: ProjectScope, name: string, value: string): Promise<void> {
    if (!isName(name))
      throw RotaError.invalid('SECRET_NAME_INVALID', `the name must match ${NAME.source}`, '/path/name');
    refuseReserved(name);
    await this.database.transaction(async (session) => {
      const isNew = await this.store.put(session, scope.projectId, name, value);
      const action = isNew ? 'secret.created' : 'secret.replaced';
      await this.audit.record(session, scope, { action, targetKind: 'secret', targetId: name });
    });
    this.store.forget(scope.projectId, name);
  }

  /** Throws `not_found`, `conflict` SECRET_RESERVED. */
  async remove(scope: ProjectScope, name: string, reason: string | undefined): Promise<void> {
    if (!isName(name)) throw RotaError.notFound('secret');
    refuseReserved(name);
    await this.database.transaction(async (session) => {
      if (!(await this.store.remove(session, scope.projectId, name))) throw RotaError.notFound('secret');
      const act = { action: 'secret.deleted', targetKind: 'secret', targetId: name, reason };
      await this.audit.record(session, scope, act);
    });
    this.store.forget(scope.projectId, name);
  }

  async rotateSigningSecret(scope: ProjectScope): Promise<RotatedSigningSecret> {
    const secret = await this.database.transaction(async (session) => {
      const rotated = await this.store.rotateSigningSecret(session, scope.projectId);
      await this.audit.record(session, scope, {
        action: 'secret.rotated',
        targetKind: 'secret',
        targetId: SIGNING_SECRET,
      });
      return rotated;
    });
    this.store.forget(scope.projectId, SIGNING_SECRET);
    return { secret, overlapSeconds: SIGNING_OVERLAP_SECONDS };
  }
}

function refuseReserved(name: string): void {
  if (name.startsWith(RESERVED_SECRET_PREFIX)) {
    throw RotaError.conflict('SECRET_RESERVED', `names that begin with ${RESERVED_SECRET_PREFIX} are kept by Rota`);
  }
}
