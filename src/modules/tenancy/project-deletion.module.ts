import { Module } from '@nestjs/common';
import { ProjectDeletion } from './project-deletion.js';

/** Apart from the routes: whoever owns what hangs on a project is used by the command line, too. */
@Module({ providers: [ProjectDeletion], exports: [ProjectDeletion] })
export class ProjectDeletionModule {}
