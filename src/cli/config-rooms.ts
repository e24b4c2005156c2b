import { AuthConfig } from '../modules/auth/index.js';
import { LeaseConfig } from '../modules/claiming/index.js';
import { DemoConfig } from '../modules/demo/index.js';
import { EventsConfig } from '../modules/events/index.js';
import { HandlersConfig } from '../modules/handlers/index.js';
import { QuotasConfig } from '../modules/quotas/index.js';
import { ReapingConfig } from '../modules/reaping/index.js';
import { SchedulerConfig } from '../modules/schedules/index.js';
import { WorkerConfig } from '../modules/worker/index.js';
import {
  ApiConfig,
  type ConfigClass,
  DatabaseConfig,
  EncryptionConfig,
  ProcessConfig,
  SecretsConfig,
  TracingConfig,
} from '../platform/config/index.js';

export interface ConfigRoom {
  readonly title: string;
  readonly readBy: string;
  readonly configClass: ConfigClass;
}

/** Every class with variables, in the order of the documents. A test finds a class that is missing here. */
export const CONFIG_ROOMS: readonly ConfigRoom[] = [
  { title: 'Process', readBy: 'every role', configClass: ProcessConfig },
  { title: 'Database', readBy: 'every role and the command line', configClass: DatabaseConfig },
  { title: 'Public interface', readBy: 'api', configClass: ApiConfig },
  { title: 'Token secrets', readBy: 'api', configClass: SecretsConfig },
  { title: 'Accounts and sign-in', readBy: 'api', configClass: AuthConfig },
  { title: 'Quotas', readBy: 'api', configClass: QuotasConfig },
  { title: 'Event streams', readBy: 'api', configClass: EventsConfig },
  { title: 'Encryption', readBy: 'api and worker', configClass: EncryptionConfig },
  { title: 'Leases', readBy: 'worker and scheduler', configClass: LeaseConfig },
  { title: 'Worker', readBy: 'worker', configClass: WorkerConfig },
  { title: 'Schedules', readBy: 'scheduler', configClass: SchedulerConfig },
  { title: 'Recovery and retention', readBy: 'scheduler', configClass: ReapingConfig },
  { title: 'Handlers', readBy: 'api and worker', configClass: HandlersConfig },
  { title: 'Traces', readBy: 'every role', configClass: TracingConfig },
  { title: 'Demo', readBy: 'the command `rota seed`', configClass: DemoConfig },
];
