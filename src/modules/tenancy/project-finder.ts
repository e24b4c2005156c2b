import { isUuid } from '../../kernel/ids.js';
import type { Session } from '../../platform/database/index.js';

export interface FoundProject {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

const MAX_NAMED = 20;

/** Projects by id or name over all organizations; for the command line, which asks nobody for permission. */
export class ProjectFinder {
  constructor(private readonly database: Session) {}

  /** Those that are meant, at most twenty; without `idOrName`, all. Not exactly one: the caller must ask again. */
  async find(idOrName: string | undefined): Promise<FoundProject[]> {
    const condition = idOrName === undefined ? 'true' : isUuid(idOrName) ? 'id = $1::uuid' : 'name = $1::text';
    return this.database.query<FoundProject>(
      `SELECT id, name, organization_id AS "organizationId" FROM projects
       WHERE deleted_at IS NULL AND ${condition} ORDER BY name, id LIMIT ${MAX_NAMED}`,
      idOrName === undefined ? [] : [idOrName],
    );
  }
}
