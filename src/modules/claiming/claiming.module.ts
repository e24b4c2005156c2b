import { Module } from '@nestjs/common';
import { HotDatabase } from '../../platform/database/index.js';
import { ClaimStore } from './claim.store.js';
import { FinishStore } from './finish.store.js';
import { LeaseStore } from './lease.store.js';
import { WorkerStore } from './worker.store.js';

@Module({
  providers: [
    ClaimStore,
    { provide: FinishStore, useFactory: (database: HotDatabase) => new FinishStore(database), inject: [HotDatabase] },
    { provide: LeaseStore, useFactory: (database: HotDatabase) => new LeaseStore(database), inject: [HotDatabase] },
    { provide: WorkerStore, useFactory: (database: HotDatabase) => new WorkerStore(database), inject: [HotDatabase] },
  ],
  exports: [ClaimStore, FinishStore, LeaseStore, WorkerStore],
})
export class ClaimingModule {}
