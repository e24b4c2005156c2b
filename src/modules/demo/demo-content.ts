import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/database/index.js';
import { type InsertedJob, JobInserter } from '../jobs/index.js';
import { DemoConfig } from './demo.config.js';
import { DemoDefinitionsStore } from './demo-definitions.store.js';
import { demoHistory } from './demo-history.js';
import { demoJobs, toNewJob } from './demo-jobs.js';
import type { DemoQueueName } from './demo-queues.js';
import { DEMO_SCHEDULES } from './demo-schedules.js';
import { DemoStore } from './demo.store.js';

interface DemoProject {
  readonly id: string;
  readonly createdBy: string;
  readonly queueIds: Readonly<Record<DemoQueueName, string>>;
}

/** Queues, schedules, a day of history, and jobs that are still to be run. */
@Injectable()
export class DemoContent {
  constructor(
    private readonly store: DemoStore,
    private readonly definitions: DemoDefinitionsStore,
    private readonly inserter: JobInserter,
    private readonly config: DemoConfig,
  ) {}

  reset(session: Session): Promise<void> {
    return this.store.reset(session);
  }

  hasJobsOfOthers(session: Session, projectName: string): Promise<boolean> {
    return this.store.hasJobsOfOthers(session, projectName);
  }

  async fill(session: Session, projectId: string, createdBy: string): Promise<InsertedJob[]> {
    const queueIds = {
      emails: await this.definitions.queue(session, projectId, 'emails'),
      reports: await this.definitions.queue(session, projectId, 'reports'),
      webhooks: await this.definitions.queue(session, projectId, 'webhooks'),
    };
    const project: DemoProject = { id: projectId, createdBy, queueIds };
    const now = await this.store.now(session);
    for (const schedule of DEMO_SCHEDULES) {
      const target = { projectId, createdBy, now, queueId: queueIds[schedule.queue] };
      await this.definitions.schedule(session, target, schedule);
    }
    return (await this.store.hasJobs(session, projectId)) ? [] : this.insertJobs(session, project, now);
  }

  announce(jobs: readonly InsertedJob[]): void {
    this.inserter.announce(jobs);
  }

  private async insertJobs(session: Session, project: DemoProject, now: Date): Promise<InsertedJob[]> {
    await this.store.insertHistory(session, project, demoHistory(project.queueIds, now));
    const target = { projectId: project.id, queueIds: project.queueIds, createdBy: project.createdBy };
    const jobs = demoJobs(this.config.receiverUrl).map((job) => toNewJob(job, target));
    return this.inserter.insert(session, jobs);
  }
}
