import { Module } from '@nestjs/common';
import { EnqueueStore } from './enqueue.store.js';
import { JobInserter } from './job-inserter.js';

/** For roles that store jobs in transactions of their own and serve no requests. */
@Module({ providers: [EnqueueStore, JobInserter], exports: [EnqueueStore, JobInserter] })
export class JobInsertionModule {}
