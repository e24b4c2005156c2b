import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { EnqueueLeaseStore } from './enqueue-lease.store.js';
import { EnqueueLimitInterceptor } from './enqueue-limit.interceptor.js';
import { EnqueueQuota } from './enqueue-quota.js';
import { LimitsController } from './limits.controller.js';

/** The limits of projects, in front of every route that declares one. Needs QuotasConfig and AuthConfig in the configuration. */
@Module({
  controllers: [LimitsController],
  providers: [EnqueueLeaseStore, EnqueueQuota, { provide: APP_INTERCEPTOR, useClass: EnqueueLimitInterceptor }],
  exports: [EnqueueQuota],
})
export class QuotasModule {}
