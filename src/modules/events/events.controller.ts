import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiIdParam, ApiProblems } from '../../platform/http/index.js';
import { Access, type ProjectScope, Scope } from '../tenancy/index.js';
import { EventsResponse } from './events.response.js';
import { EventsService } from './events.service.js';

const STREAM = 'text/event-stream';

@ApiTags('events')
@ApiIdParam('projectId')
@Controller('projects/:projectId/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Access('stats:read')
  @ApiOperation({
    summary: 'Follow what changes in a project',
    description:
      'With Accept: text/event-stream the answer is a stream of server-sent events. `changed` with data {"topic":"jobs","version":12} says that something of a topic is not as it was, at most once a second per topic; what it is must be asked for. `ready` comes first. `resync` comes instead when the Last-Event-ID is not known here: everything may have changed, for nothing is stored. `end` with data {"reason":"unauthenticated"} (or forbidden, shutdown) comes last: the stream ends with its credentials. Comments keep it alive. Otherwise the answer is where the topics stand, for clients that ask instead of listening.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'id of the last event that was received, as browsers send it when they come back',
    schema: { type: 'string' },
  })
  @ApiOkResponse({ type: EventsResponse })
  @ApiProblems(401, 403, 404, 429, 503)
  follow(
    @Scope() scope: ProjectScope,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const isStream = headers.accept?.includes(STREAM) === true;
    if (isStream) this.events.open(scope, reply, { authorization: headers.authorization, lastEventId });
    else void reply.send(EventsResponse.from(this.events.state(scope.projectId)));
  }
}
