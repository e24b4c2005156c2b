import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { AccountService, type Principal } from '../auth/index.js';
import type { MeResponse } from './me.response.js';
import { type MemberOrganization, OrganizationReadModel } from './organization.read-model.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** What callers may know of themselves. */
@Injectable()
export class MeService {
  constructor(
    private readonly accounts: AccountService,
    private readonly organizations: OrganizationReadModel,
  ) {}

  async describe(principal: Principal): Promise<MeResponse> {
    if (principal.kind === 'api_key') {
      const { keyId, projectId, scopes } = principal;
      return { user: null, apiKey: { id: keyId, projectId, scopes: [...scopes] } };
    }
    const profile = await this.accounts.profile(principal.userId);
    if (!profile) throw RotaError.notFound('user');
    const { id, email, name, isOperator } = profile;
    const organizations = await this.organizations.ofUser(principal.userId);
    const memberships = organizations.map(({ id: organizationId, name: organizationName, role }) => ({
      organizationId,
      organizationName,
      role,
    }));
    return { user: { id, email, name, isOperator, memberships }, apiKey: null };
  }

  async organizationsOf(principal: Principal, query: PageQuery): Promise<Page<MemberOrganization>> {
    if (principal.kind !== 'user')
      throw new RotaError('forbidden', 'USER_REQUIRED', 'an API key belongs to one project');
    const before = decodeCursor(query.cursor, isId);
    return pageOf(
      await this.organizations.ofUser(principal.userId, before, query.limit + 1),
      query.limit,
      (last) => last.id,
    );
  }
}
