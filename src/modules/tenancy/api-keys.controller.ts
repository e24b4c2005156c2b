import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiExamples,
  ApiIdParam,
  ApiPage,
  ApiProblems,
  mapPage,
  type Page,
  PageQuery,
  ReasonQuery,
} from '../../platform/http/index.js';
import { Access, ApiKeyService } from '../auth/index.js';
import { ApiKeyResponse, CreatedApiKeyResponse } from './api-key.response.js';
import { CreateApiKeyRequest } from './create-api-key.request.js';
import { type ProjectScope, Scope } from './project-scope.js';
import { RotateApiKeyRequest } from './rotate-api-key.request.js';

/** The routes of the keys stand here and not in auth, because they need a project and the guard's scope. */
@ApiTags('api-keys')
@ApiIdParam('projectId')
@Controller('projects/:projectId/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeyService) {}

  @Get()
  @Access('keys:read')
  @ApiOperation({ summary: 'List the API keys of a project, newest first' })
  @ApiPage(ApiKeyResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: PageQuery): Promise<Page<ApiKeyResponse>> {
    return mapPage(await this.keys.list(scope, query), (key) => ApiKeyResponse.from(key));
  }

  @Post()
  @Access('keys:manage')
  @ApiOperation({ summary: 'Create an API key', description: 'The key is shown in the answer and never again.' })
  @ApiCreatedResponse({ type: CreatedApiKeyResponse })
  @ApiExamples(CreateApiKeyRequest, {
    producer: { name: 'Order service', scopes: ['enqueue', 'read'] },
    untilNextYear: { name: 'Migration', scopes: ['manage'], expiresAt: '2027-12-31T00:00:00Z' },
  })
  @ApiProblems(400, 401, 403, 404, 422)
  async create(@Scope() scope: ProjectScope, @Body() body: CreateApiKeyRequest): Promise<CreatedApiKeyResponse> {
    return CreatedApiKeyResponse.fromCreated(await this.keys.create(scope, CreateApiKeyRequest.read(body)));
  }

  @Post(':keyId/rotate')
  @Access('keys:manage')
  @ApiOperation({
    summary: 'Give an API key a successor',
    description: 'Same name, scopes and expiry. Both work during the overlap; then the old one has expired.',
  })
  @ApiIdParam('keyId')
  @ApiCreatedResponse({ type: CreatedApiKeyResponse })
  @ApiExamples(RotateApiKeyRequest, { hour: { overlapSeconds: 3_600 } })
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async rotate(
    @Scope() scope: ProjectScope,
    @Param('keyId') keyId: string,
    @Body() body: RotateApiKeyRequest = {},
  ): Promise<CreatedApiKeyResponse> {
    const rotated = await this.keys.rotate(scope, keyId, RotateApiKeyRequest.read(body));
    return CreatedApiKeyResponse.fromCreated(rotated);
  }

  @Delete(':keyId')
  @HttpCode(204)
  @Access('keys:manage')
  @ApiOperation({ summary: 'Revoke an API key', description: 'It stops within a second, for good.' })
  @ApiIdParam('keyId')
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 422)
  async revoke(
    @Scope() scope: ProjectScope,
    @Param('keyId') keyId: string,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.keys.revoke(scope, keyId, reason);
  }
}
