import { Module } from '@nestjs/common';
import { AccountsModule } from '../auth/index.js';
import { JobInsertionModule } from '../jobs/index.js';
import { BootstrapModule, ProjectSecretsModule } from '../tenancy/index.js';
import { DemoContent } from './demo-content.js';
import { DemoDefinitionsStore } from './demo-definitions.store.js';
import { DemoSeeder } from './demo-seeder.js';
import { DemoStore } from './demo.store.js';

/** Needs AuthConfig, EncryptionConfig and DemoConfig in the configuration. */
@Module({
  imports: [AccountsModule, BootstrapModule, ProjectSecretsModule, JobInsertionModule],
  providers: [DemoStore, DemoDefinitionsStore, DemoContent, DemoSeeder],
  exports: [DemoSeeder],
})
export class DemoModule {}
