import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RotaError } from '../../kernel/errors.js';
import { Shutdown } from '../../platform/lifecycle/index.js';
import { Authenticator } from '../auth/index.js';
import { ProjectAccess, type ProjectScope } from '../tenancy/index.js';
import { EventHub } from './event-hub.js';
import { EventStream, type StreamEnd } from './event-stream.js';
import { EventsConfig } from './events.config.js';
import type { TopicVersion } from './project-events.js';

export interface EventsState {
  readonly id: string;
  readonly topics: readonly TopicVersion[];
}

export interface StreamRequest {
  readonly authorization: string | undefined;
  readonly lastEventId: string | undefined;
}

const TRY_AGAIN_MS = 10_000;

/** Who may listen, and for how long. */
@Injectable()
export class EventsService {
  constructor(
    private readonly hub: EventHub,
    private readonly config: EventsConfig,
    private readonly authenticator: Authenticator,
    private readonly projects: ProjectAccess,
    private readonly shutdown: Shutdown,
  ) {}

  state(projectId: string): EventsState {
    const { id, topics } = this.hub.watch(projectId);
    return { id, topics };
  }

  /** Takes over the reply. Throws `rate_limited` STREAMS_EXHAUSTED, `unavailable` STREAMS_UNAVAILABLE. */
  open({ projectId }: ProjectScope, reply: FastifyReply, { authorization, lastEventId }: StreamRequest): void {
    this.assertRoom(projectId);
    const attend = (): void => {
      stream.beat();
      void this.whyToEnd(projectId, authorization).then((reason) => {
        if (reason !== undefined) stream.end(reason);
      });
    };
    const stream: EventStream = new EventStream(reply, () => this.hub.left(projectId, stream, attend));
    this.hub.open(projectId, stream, lastEventId, attend);
  }

  private assertRoom(projectId: string): void {
    if (this.shutdown.hasBegun || this.hub.streams >= this.config.streams) {
      const detail = 'this process takes no further event stream';
      throw new RotaError('unavailable', 'STREAMS_UNAVAILABLE', detail, { retryAfterMs: TRY_AGAIN_MS });
    }
    if (this.hub.streamsOf(projectId) < this.config.streamsPerProject) return;
    const detail = `${this.config.streamsPerProject} event streams of this project are open, which is the most`;
    throw new RotaError('rate_limited', 'STREAMS_EXHAUSTED', detail, { retryAfterMs: TRY_AGAIN_MS });
  }

  /** A stream lives as long as a request with its credentials would be answered. */
  private async whyToEnd(projectId: string, authorization: string | undefined): Promise<StreamEnd | undefined> {
    try {
      const principal = await this.authenticator.authenticate(authorization);
      const { kind } = await this.projects.decide(principal, projectId, 'stats:read');
      return kind === 'granted' ? undefined : 'forbidden';
    } catch (error) {
      // A database that is away says nothing about the caller.
      return error instanceof RotaError && error.family === 'unauthenticated' ? 'unauthenticated' : undefined;
    }
  }
}
