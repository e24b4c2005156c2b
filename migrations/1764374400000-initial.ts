import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = (name: string): string => readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');

/** The whole first schema, written as SQL so that what the database gets is what a reviewer reads. */
export class Initial1764374400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0001-initial.up.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0001-initial.down.sql'));
  }
}
