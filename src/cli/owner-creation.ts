import { Injectable, Module } from '@nestjs/common';
import { Bootstrap, BootstrapModule, type CreatedOwner, type Owner } from '../modules/tenancy/index.js';
import { AppDatabase } from '../platform/database/index.js';

@Injectable()
export class OwnerCreation {
  constructor(
    private readonly database: AppDatabase,
    private readonly bootstrap: Bootstrap,
  ) {}

  create(owner: Owner): Promise<CreatedOwner> {
    return this.database.transaction((session) => this.bootstrap.createOwner(owner, session));
  }
}

@Module({ imports: [BootstrapModule], providers: [OwnerCreation] })
export class OwnerModule {}
