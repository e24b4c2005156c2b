import { Module } from '@nestjs/common';
import { EnqueueLeaseStore } from './enqueue-lease.store.js';
import { EnqueueLimitGuard } from './enqueue-limit.guard.js';
import { EnqueueQuota } from './enqueue-quota.js';
import { LimitsController } from './limits.controller.js';

/** The limits of projects, for the routes that declare one. Needs QuotasConfig and AuthConfig in the configuration. */
@Module({
  controllers: [LimitsController],
  providers: [EnqueueLeaseStore, EnqueueQuota, EnqueueLimitGuard],
  exports: [EnqueueQuota, EnqueueLimitGuard],
})
export class QuotasModule {}
