import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { AccountService } from '../auth/index.js';
import { Bootstrap, ProjectSecretsStore, SIGNING_SECRET } from '../tenancy/index.js';
import { DemoConfig } from './demo.config.js';
import { DemoContent } from './demo-content.js';

const PROJECT_NAME = 'Demo shop';

/** What opens the demo. The key is new with every seed: an old one cannot be read back. */
export interface DemoAccess {
  readonly email: string;
  /** Null if the operator was there before, with another password. */
  readonly password: string | null;
  readonly projectId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
}

/** Fills an installation with something to look at. Repeatable: what is there stays as it is. */
@Injectable()
export class DemoSeeder {
  constructor(
    private readonly database: AppDatabase,
    private readonly bootstrap: Bootstrap,
    private readonly accounts: AccountService,
    private readonly secrets: ProjectSecretsStore,
    private readonly content: DemoContent,
    private readonly config: DemoConfig,
  ) {}

  /** Are there jobs that a reset would take from somebody? */
  hasJobsOfOthers(): Promise<boolean> {
    return this.database.transaction((session) => this.content.hasJobsOfOthers(session, PROJECT_NAME));
  }

  /** Deletes everything first if `isReset`. All or nothing. */
  async seed({ isReset }: { isReset: boolean }): Promise<DemoAccess> {
    const { email } = this.config;
    const password = this.config.password ?? randomBytes(12).toString('base64url');
    const { access, jobs } = await this.database.transaction(async (session) => {
      if (isReset) await this.content.reset(session);
      const owner = { email, password, name: 'Demo Operator', organizationName: 'Demo' };
      const { userId, organizationId } = await this.bootstrap.createOwner(owner, session);
      if (organizationId === null) throw new Error(`${email} owns no organization: give the demo another DEMO_EMAIL`);
      const project = await this.bootstrap.createProject({ organizationId, name: PROJECT_NAME }, session);
      const scopes = ['enqueue', 'read', 'manage'] as const;
      const apiKey = await this.bootstrap.createApiKey(project, { name: 'demo', scopes }, session);
      const signingSecret = await this.signingSecret(session, project.id);
      const inserted = await this.content.fill(session, project.id, `user:${userId}`);
      return { access: { email, projectId: project.id, apiKey, signingSecret }, jobs: inserted };
    });
    this.content.announce(jobs);
    const isPasswordRight = (await this.accounts.checkPassword(email, password)) !== undefined;
    return { ...access, password: isPasswordRight ? password : null };
  }

  private async signingSecret(session: Session, projectId: string): Promise<string> {
    const { signingSecret } = this.config;
    if (signingSecret === undefined) return this.secrets.rotateSigningSecret(session, projectId);
    await this.secrets.put(session, projectId, SIGNING_SECRET, signingSecret);
    return signingSecret;
  }
}
