import { Module } from '@nestjs/common';
import { JobLogStore } from './job-log.store.js';
import { JobLogWriter } from './job-log-writer.js';

/** For workers: the logs of the jobs they run. */
@Module({ providers: [JobLogStore, JobLogWriter], exports: [JobLogWriter] })
export class JobLogsModule {}
