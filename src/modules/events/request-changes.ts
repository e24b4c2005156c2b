import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Notifier } from '../../platform/database/index.js';
import { ChangeAnnouncer, type Topic } from '../changes/index.js';
import { EventHub } from './event-hub.js';

/** By what stands after the project in the path. Everything else is told by the audit log alone. */
const TOPICS_OF: Readonly<Record<string, readonly Topic[]>> = {
  jobs: ['jobs', 'dead-letters'],
  queues: ['queues', 'jobs'],
  schedules: ['schedules', 'jobs'],
  'dead-letters': ['dead-letters'],
};
const UNDER_PROJECT = '/projects/:projectId/';
/** Enqueues change no setting, and may be many. */
const ENQUEUES = new Set(['jobs', 'jobs/bulk']);

/** Hints that follow from requests: one place for all routes that change something, after their answer is out. */
@Injectable()
export class RequestChanges implements OnModuleInit {
  private readonly announcer: ChangeAnnouncer;
  /** By the pattern of the route; none for what stands under no project. */
  private readonly topicsOfRoute = new Map<string, readonly Topic[]>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly hub: EventHub,
    notifier: Notifier,
  ) {
    this.announcer = ChangeAnnouncer.of(notifier);
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onResponse', (request, reply, done) => {
      if (request.method !== 'GET' && reply.statusCode < 400) this.announce(request);
      done();
    });
  }

  private announce(request: FastifyRequest): void {
    const { url = '' } = request.routeOptions;
    const topics = this.topicsOfRoute.get(url) ?? topicsOf(url);
    this.topicsOfRoute.set(url, topics);
    if (topics.length === 0) return;
    const { projectId = '' } = request.params as { projectId?: string };
    const project = projectId.toLowerCase();
    this.hub.changedHere(project, topics);
    for (const topic of topics) this.announcer.changed(project, topic);
  }
}

function topicsOf(url: string): readonly Topic[] {
  const [, route] = url.split(UNDER_PROJECT);
  if (route === undefined) return [];
  if (ENQUEUES.has(route)) return ['jobs'];
  const [kind = ''] = route.split('/');
  return [...(TOPICS_OF[kind] ?? []), 'audit'];
}
