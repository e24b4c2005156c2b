import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
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
import { Access } from '../auth/index.js';
import { type ProjectScope, Scope } from './project-scope.js';
import { ProjectSecretsService } from './project-secrets.service.js';
import { PutSecretRequest } from './put-secret.request.js';
import { SecretResponse, SigningSecretResponse } from './secret.response.js';

const NAME = { name: 'name', description: 'name of the secret', example: 'crm.token' } as const;

@ApiTags('secrets')
@ApiIdParam('projectId')
@Access('secrets:manage')
@Controller('projects/:projectId/secrets')
export class ProjectSecretsController {
  constructor(private readonly secrets: ProjectSecretsService) {}

  @Get()
  @ApiOperation({ summary: 'List the names of the secrets of a project' })
  @ApiPage(SecretResponse)
  @ApiProblems(401, 403, 404, 422)
  async list(@Scope() scope: ProjectScope, @Query() query: PageQuery): Promise<Page<SecretResponse>> {
    return mapPage(await this.secrets.list(scope, query), (secret) => SecretResponse.from(secret));
  }

  @Put(':name')
  @ApiParam(NAME)
  @HttpCode(204)
  @ApiOperation({ summary: 'Set the value of a secret', description: 'Jobs name it; only handlers see the value.' })
  @ApiNoContentResponse()
  @ApiExamples(PutSecretRequest, { token: { value: 'Bearer s3cr3t' } })
  @ApiProblems(400, 401, 403, 404, 409, 413, 422)
  async put(@Scope() scope: ProjectScope, @Param('name') name: string, @Body() body: PutSecretRequest): Promise<void> {
    await this.secrets.put(scope, name, body.value);
  }

  @Delete(':name')
  @ApiParam(NAME)
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a secret', description: 'Jobs that name it fail from now on.' })
  @ApiNoContentResponse()
  @ApiProblems(400, 401, 403, 404, 409, 422)
  async delete(
    @Scope() scope: ProjectScope,
    @Param('name') name: string,
    @Query() { reason }: ReasonQuery,
  ): Promise<void> {
    await this.secrets.remove(scope, name, reason);
  }

  @Post('webhook.signing/rotate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Make a new secret that signs webhooks',
    description: 'It is shown in the answer and never again.',
  })
  @ApiOkResponse({ type: SigningSecretResponse })
  @ApiProblems(401, 403, 404)
  async rotateSigningSecret(@Scope() scope: ProjectScope): Promise<SigningSecretResponse> {
    return SigningSecretResponse.from(await this.secrets.rotateSigningSecret(scope));
  }
}
