import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = (name: string): string => readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');

/** Lists that were walked over all tenants get indexes of the tenant. */
export class TenantLists1764460800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0002-tenant-lists.up.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0002-tenant-lists.down.sql'));
  }
}
