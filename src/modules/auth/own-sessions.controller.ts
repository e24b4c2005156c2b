import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiIdParam, ApiPage, ApiProblems, mapPage, type Page, PageQuery } from '../../platform/http/index.js';
import { UserOnly } from './access.decorator.js';
import { OwnSessionResponse } from './own-session.response.js';
import { OwnSessionsService, type PersonalScope } from './own-sessions.service.js';
import { Personal } from './personal-scope.decorator.js';

@ApiTags('sessions')
@UserOnly()
@Controller('auth/sessions')
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  @ApiOperation({ summary: 'List your sessions, newest first' })
  @ApiPage(OwnSessionResponse)
  @ApiProblems(401, 403, 422)
  async list(@Personal() scope: PersonalScope, @Query() query: PageQuery): Promise<Page<OwnSessionResponse>> {
    const { sessionId } = scope.principal;
    return mapPage(await this.sessions.list(scope, query), (session) => OwnSessionResponse.from(session, sessionId));
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Sign out everywhere', description: 'All your sessions end within a second, this one too.' })
  @ApiNoContentResponse()
  @ApiProblems(401, 403)
  async revokeAll(@Personal() scope: PersonalScope): Promise<void> {
    await this.sessions.revokeAll(scope);
  }

  @Delete(':sessionId')
  @HttpCode(204)
  @ApiOperation({ summary: 'End one of your sessions', description: 'It ends within a second.' })
  @ApiIdParam('sessionId')
  @ApiNoContentResponse()
  @ApiProblems(401, 403, 404)
  async revoke(@Personal() scope: PersonalScope, @Param('sessionId') sessionId: string): Promise<void> {
    await this.sessions.revoke(scope, sessionId);
  }
}
