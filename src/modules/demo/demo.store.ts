import { Injectable } from '@nestjs/common';
import { loadSql, type Session } from '../../platform/database/index.js';
import { DEMO_SCHEDULES } from './demo-schedules.js';
import type { Story } from './demo-history.js';

const insertHistory = loadSql(import.meta.url, './sql/insert-demo-history.sql');
const resetDatabase = loadSql(import.meta.url, './sql/reset-database.sql');

/** What the demo writes past the services: the past, which no service can make. */
@Injectable()
export class DemoStore {
  async reset(session: Session): Promise<void> {
    await session.execute(resetDatabase.text); // a DO block cannot be prepared
  }

  async hasJobs(session: Session, projectId: string): Promise<boolean> {
    const [row] = await session.query<{ exists: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM jobs WHERE project_id = $1) AS exists',
      [projectId],
    );
    return row?.exists === true;
  }

  /** Those of a demo bear its label, or come from its schedules. */
  async hasJobsOfOthers(session: Session, projectName: string): Promise<boolean> {
    const [row] = await session.query<{ exists: boolean }>(
      `SELECT EXISTS (
         SELECT 1 FROM jobs j
         WHERE j.labels ->> 'source' IS DISTINCT FROM 'demo' AND NOT EXISTS (
           SELECT 1 FROM schedules s JOIN projects p ON p.id = s.project_id
           WHERE 'schedule:' || s.id = j.created_by AND p.name = $1 AND s.name = ANY ($2))
       ) AS exists`,
      [projectName, DEMO_SCHEDULES.map(({ name }) => name)],
    );
    return row?.exists === true;
  }

  async now(session: Session): Promise<Date> {
    const [row] = await session.query<{ now: Date }>('SELECT now() AS now');
    return (row as { now: Date }).now;
  }

  async insertHistory(
    session: Session,
    project: { id: string; createdBy: string },
    stories: readonly Story[],
  ): Promise<void> {
    await session.execute(insertHistory, [project.id, project.createdBy, JSON.stringify(stories)]);
  }
}
