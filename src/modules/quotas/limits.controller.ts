import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiProblems } from '../../platform/http/index.js';
import { AuthConfig } from '../auth/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { EnqueueQuota } from './enqueue-quota.js';
import { LimitsResponse } from './limits.response.js';

@ApiTags('limits')
@ApiIdParam('projectId')
@Controller('projects/:projectId/limits')
export class LimitsController {
  constructor(
    private readonly quota: EnqueueQuota,
    private readonly auth: AuthConfig,
  ) {}

  @Get()
  @Access('project:read')
  @ApiOperation({ summary: 'Tell the limits of a project and how much of them is used' })
  @ApiOkResponse({ type: LimitsResponse })
  @ApiProblems(401, 403, 404)
  async get(@Scope() scope: ProjectScope): Promise<LimitsResponse> {
    const { authFailureLimit: limit, authFailureWindowSeconds: windowSeconds } = this.auth;
    return LimitsResponse.from(await this.quota.use(scope.projectId), { limit, windowSeconds });
  }
}
