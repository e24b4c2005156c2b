import { Module } from '@nestjs/common';
import { AppDatabase } from '../../platform/database/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { QueueNames } from '../queues/index.js';
import { EnqueueStore } from './enqueue.store.js';
import { EnqueuedCounter } from './enqueued-counter.js';
import { JobInserter } from './job-inserter.js';

/** For roles that store jobs in transactions of their own and serve no requests. The command line has no metrics, and counts nothing. */
@Module({
  providers: [
    EnqueueStore,
    JobInserter,
    {
      provide: EnqueuedCounter,
      useFactory: (database: AppDatabase, metrics?: Metrics) =>
        metrics ? new EnqueuedCounter(metrics, new QueueNames(database)) : null,
      inject: [AppDatabase, { token: Metrics, optional: true }],
    },
  ],
  exports: [EnqueueStore, JobInserter],
})
export class JobInsertionModule {}
