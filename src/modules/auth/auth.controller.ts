import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiExamples, ApiProblems, BodyLimit } from '../../platform/http/index.js';
import { Public } from './access.decorator.js';
import { LoginRequest } from './login.request.js';
import { LoginService } from './login.service.js';
import { RefreshRequest } from './refresh.request.js';
import { SessionResponse } from './session.response.js';
import { SessionService } from './session.service.js';
import { signInRequestOf } from './sign-in-request.js';

const BODY_BYTES = 8_192;

@ApiTags('auth')
@Public()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionService,
  ) {}

  @Post('login')
  @HttpCode(200)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Sign in with e-mail address and password' })
  @ApiOkResponse({ type: SessionResponse })
  @ApiExamples(LoginRequest, { owner: { email: 'owner@example.com', password: 'correct horse battery staple' } })
  @ApiProblems(400, 401, 413, 422, 429, 503)
  async login(@Body() body: LoginRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    return SessionResponse.from(await this.logins.logIn(body.email, body.password, signInRequestOf(request)));
  }

  @Post('refresh')
  @HttpCode(200)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Trade a refresh token for new tokens' })
  @ApiOkResponse({ type: SessionResponse })
  @ApiExamples(RefreshRequest, { refresh: { refreshToken: 'refreshToken of the answer to a sign-in' } })
  @ApiProblems(400, 401, 413, 422)
  async refresh(@Body() body: RefreshRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    return SessionResponse.from(await this.sessions.refresh(body.refreshToken, signInRequestOf(request)));
  }

  @Post('logout')
  @HttpCode(204)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'End the session of a refresh token',
    description: 'Access tokens of the session end within a second.',
  })
  @ApiNoContentResponse()
  @ApiExamples(RefreshRequest, { logout: { refreshToken: 'refreshToken of the answer to a sign-in' } })
  @ApiProblems(400, 413, 422)
  async logout(@Body() body: RefreshRequest): Promise<void> {
    await this.sessions.logOut(body.refreshToken);
  }
}
