import { Module } from '@nestjs/common';
import { ProjectSecrets } from '../handlers/index.js';
import { ProjectSecretsStore } from './project-secrets.store.js';

/** What handlers need of tenancy, without its routes. Needs EncryptionConfig in the configuration of the role. */
@Module({
  providers: [ProjectSecretsStore, { provide: ProjectSecrets, useExisting: ProjectSecretsStore }],
  exports: [ProjectSecretsStore, ProjectSecrets],
})
export class ProjectSecretsModule {}
