import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { TenancyModule } from '../tenancy/index.js';
import { EventHub } from './event-hub.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { QueueOwners } from './queue-owners.js';
import { RequestChanges } from './request-changes.js';

/** Live hints for those who look at a project. Needs EventsConfig in the configuration. */
@Module({
  imports: [AuthModule, TenancyModule],
  controllers: [EventsController],
  providers: [EventHub, QueueOwners, EventsService, RequestChanges],
})
export class EventsModule {}
