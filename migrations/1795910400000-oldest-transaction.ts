import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = (name: string): string => readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');

/** A number that only the owner can know, for the alarm on long transactions. */
export class OldestTransaction1795910400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0003-oldest-transaction.up.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0003-oldest-transaction.down.sql'));
  }
}
