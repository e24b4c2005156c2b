import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiProblems, BodyLimit } from '../../platform/http/index.js';
import { Public } from './access.decorator.js';
import { clientIpOf } from './client-ip.js';
import { LoginRequest } from './login.request.js';
import { RefreshRequest } from './refresh.request.js';
import { SessionResponse } from './session.response.js';
import { SessionService, type SignInRequest } from './session.service.js';

const BODY_BYTES = 8_192;
const USER_AGENT_CHARACTERS = 256;

@ApiTags('auth')
@Public()
@Controller('auth')
export class AuthController {
  constructor(private readonly sessions: SessionService) {}

  @Post('login')
  @HttpCode(200)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Sign in with e-mail address and password' })
  @ApiOkResponse({ type: SessionResponse })
  @ApiProblems(400, 401, 413, 422, 503)
  async login(@Body() body: LoginRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    return SessionResponse.from(await this.sessions.logIn(body.email, body.password, traceOf(request)));
  }

  @Post('refresh')
  @HttpCode(200)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Trade a refresh token for new tokens' })
  @ApiOkResponse({ type: SessionResponse })
  @ApiProblems(400, 401, 413, 422)
  async refresh(@Body() body: RefreshRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    return SessionResponse.from(await this.sessions.refresh(body.refreshToken, traceOf(request)));
  }

  @Post('logout')
  @HttpCode(204)
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'End the session of a refresh token',
    description: 'Access tokens of the session end within a second.',
  })
  @ApiNoContentResponse()
  @ApiProblems(400, 413, 422)
  async logout(@Body() body: RefreshRequest): Promise<void> {
    await this.sessions.logOut(body.refreshToken);
  }
}

function traceOf(request: FastifyRequest): SignInRequest {
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null;
  return { ip: clientIpOf(request), userAgent, requestId: request.id };
}
