import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = (name: string): string => readFileSync(new URL(`./sql/${name}`, import.meta.url), 'utf8');

/** Histograms of the roll-ups in a form that one sum adds up. */
export class PackedCounts1796000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0004-packed-counts.up.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(statements('0004-packed-counts.down.sql'));
  }
}
