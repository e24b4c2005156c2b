import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiExamples, ApiProblems, BodyLimit } from '../../platform/http/index.js';
import { Public, UserOnly } from './access.decorator.js';
import type { PersonalScope } from './own-sessions.service.js';
import { ChangePasswordRequest, RequestPasswordResetRequest, ResetPasswordRequest } from './password.request.js';
import { PasswordResetService, PasswordResetting } from './password-reset.service.js';
import { PasswordService } from './password.service.js';
import { Personal } from './personal-scope.decorator.js';
import { SessionResponse } from './session.response.js';
import { signInRequestOf } from './sign-in-request.js';

const BODY_BYTES = 8_192;

@ApiTags('password')
@Controller('auth/password')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly links: PasswordResetService,
    private readonly resetting: PasswordResetting,
  ) {}

  @Post()
  @HttpCode(200)
  @UserOnly()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'Change your password',
    description: 'All your sessions end within a second, this one too: the answer holds the tokens of a new one.',
  })
  @ApiOkResponse({ type: SessionResponse })
  @ApiExamples(ChangePasswordRequest, {
    change: { currentPassword: 'correct horse battery staple', newPassword: 'a new horse battery staple' },
  })
  @ApiProblems(400, 401, 403, 413, 422, 429, 503)
  async change(
    @Personal() scope: PersonalScope,
    @Body() body: ChangePasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<SessionResponse> {
    const passwords = { current: body.currentPassword, next: body.newPassword };
    return SessionResponse.from(await this.passwords.change(scope, passwords, signInRequestOf(request)));
  }

  @Post('reset-request')
  @HttpCode(202)
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'Ask for a link to set a new password',
    description: 'The answer is the same whether there is such an account or not. Needs a mail server.',
  })
  @ApiAcceptedResponse()
  @ApiExamples(RequestPasswordResetRequest, { forgotten: { email: 'owner@example.com' } })
  @ApiProblems(400, 409, 413, 422, 429)
  async requestReset(@Body() body: RequestPasswordResetRequest, @Req() request: FastifyRequest): Promise<void> {
    await this.links.request(body.email, signInRequestOf(request));
  }

  @Post('reset')
  @HttpCode(204)
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'Set a new password with the token of a link',
    description: 'All sessions of the user end.',
  })
  @ApiNoContentResponse()
  @ApiExamples(ResetPasswordRequest, {
    reset: { token: 'token of the link in the mail', password: 'a new horse battery staple' },
  })
  @ApiProblems(400, 413, 422, 429, 503)
  async reset(@Body() body: ResetPasswordRequest, @Req() request: FastifyRequest): Promise<void> {
    await this.resetting.reset(body.token, body.password, signInRequestOf(request));
  }
}
