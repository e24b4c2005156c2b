import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiExamples, ApiProblems, BodyLimit } from '../../platform/http/index.js';
import {
  AuthConfig,
  PasswordResetService,
  Personal,
  type PersonalScope,
  Public,
  SessionResponse,
  signInRequestOf,
  UserOnly,
} from '../auth/index.js';
import { AccountOptionsResponse } from './account-options.response.js';
import { InvitationTokenRequest, RegisterRequest } from './invitation.request.js';
import { InspectedInvitationResponse } from './invitation.response.js';
import { FirstSignIn, JoiningService } from './joining.service.js';
import { SetupService } from './setup.service.js';
import { SetupRequest, SignUpRequest } from './sign-up.request.js';
import { SignUpService } from './sign-up.service.js';

const BODY_BYTES = 8_192;
const PERSON = { name: 'Ada', password: 'correct horse battery staple' };
const OWNER = { ...PERSON, email: 'ada@example.com', organizationName: 'Example Inc.' };

/** How people get accounts. They stand here and not in auth, because an account comes with an organization. */
@ApiTags('accounts')
@Controller('auth')
export class JoiningController {
  constructor(
    private readonly joining: JoiningService,
    private readonly signUps: SignUpService,
    private readonly setup: SetupService,
    private readonly signIn: FirstSignIn,
    private readonly resets: PasswordResetService,
    private readonly config: AuthConfig,
  ) {}

  @Get('options')
  @Public()
  @ApiOperation({ summary: 'Tell what a page for signing in may offer' })
  @ApiOkResponse({ type: AccountOptionsResponse })
  @ApiProblems(503)
  async options(): Promise<AccountOptionsResponse> {
    const isSetupOpen = await this.setup.isOpen();
    return { signUp: this.config.signUp, hasPasswordReset: this.resets.isAvailable, isSetupOpen };
  }

  @Post('sign-up')
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Get an account with an organization of your own', description: 'Where SIGNUP=open.' })
  @ApiCreatedResponse({ type: SessionResponse })
  @ApiExamples(SignUpRequest, { ada: OWNER })
  @ApiProblems(400, 403, 409, 413, 422, 429, 503)
  async signUp(@Body() body: SignUpRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    const client = signInRequestOf(request);
    const user = await this.signUps.signUp(SignUpRequest.read(body), client);
    return SessionResponse.from(await this.signIn.start(user, client));
  }

  @Post('setup')
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({
    summary: 'Become the owner of a new installation',
    description: 'With the link that the api prints while nobody has an account. It works once.',
  })
  @ApiCreatedResponse({ type: SessionResponse })
  @ApiExamples(SetupRequest, { owner: { ...OWNER, token: 'token of the link that the api printed' } })
  @ApiProblems(400, 409, 413, 422, 503)
  async setUp(@Body() body: SetupRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    const user = await this.setup.setUp(body.token, SignUpRequest.read(body));
    return SessionResponse.from(await this.signIn.start(user, signInRequestOf(request)));
  }

  @Post('invitations/inspect')
  @HttpCode(200)
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Tell what an invitation is about' })
  @ApiOkResponse({ type: InspectedInvitationResponse })
  @ApiExamples(InvitationTokenRequest, { link: { token: 'token of the link in the mail' } })
  @ApiProblems(400, 413, 422, 429)
  async inspect(
    @Body() body: InvitationTokenRequest,
    @Req() request: FastifyRequest,
  ): Promise<InspectedInvitationResponse> {
    return InspectedInvitationResponse.from(await this.joining.inspect(body.token, signInRequestOf(request)));
  }

  @Post('invitations/register')
  @Public()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Accept an invitation by getting an account' })
  @ApiCreatedResponse({ type: SessionResponse })
  @ApiExamples(RegisterRequest, { ada: { ...PERSON, token: 'token of the link in the mail' } })
  @ApiProblems(400, 409, 413, 422, 429, 503)
  async register(@Body() body: RegisterRequest, @Req() request: FastifyRequest): Promise<SessionResponse> {
    const client = signInRequestOf(request);
    return SessionResponse.from(await this.signIn.start(await this.joining.register(body.token, body, client), client));
  }

  @Post('invitations/accept')
  @HttpCode(204)
  @UserOnly()
  @BodyLimit(BODY_BYTES)
  @ApiOperation({ summary: 'Accept an invitation that was sent to you' })
  @ApiNoContentResponse()
  @ApiExamples(InvitationTokenRequest, { link: { token: 'token of the link in the mail' } })
  @ApiProblems(400, 401, 403, 413, 422, 429)
  async accept(@Personal() scope: PersonalScope, @Body() body: InvitationTokenRequest): Promise<void> {
    await this.joining.accept(scope, body.token);
  }
}
