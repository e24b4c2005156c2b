import { Module } from '@nestjs/common';
import { QueueDirectory } from './queue-directory.js';

@Module({ providers: [QueueDirectory], exports: [QueueDirectory] })
export class QueuesModule {}
