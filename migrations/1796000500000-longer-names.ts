import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = (name: string): string => readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');

/** Names that people give may have 200 characters. */
export class LongerNames1796000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0005-longer-names.up.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0005-longer-names.down.sql'));
  }
}
