import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseConfig } from '../config/index.js';
import type { DatabaseOptions } from './database.js';
import { AppDatabase, ControlDatabase, HotDatabase } from './databases.js';
import { Listener } from './listener.js';
import { Notifier } from './notifier.js';

const optionsFor = (config: DatabaseConfig, name: string, max: number): DatabaseOptions => ({
  url: config.url,
  name: `rota-${name}`,
  max,
  statementTimeoutMs: config.statementTimeoutMs,
  connectTimeoutMs: config.connectTimeoutMs,
});

@Global()
@Module({
  providers: [
    {
      provide: AppDatabase,
      useFactory: (config: DatabaseConfig) => new AppDatabase(optionsFor(config, 'app', config.poolSize)),
      inject: [DatabaseConfig],
    },
    {
      provide: HotDatabase,
      useFactory: (config: DatabaseConfig) => new HotDatabase(optionsFor(config, 'hot', config.hotPoolSize)),
      inject: [DatabaseConfig],
    },
    {
      provide: ControlDatabase,
      useFactory: (config: DatabaseConfig) => new ControlDatabase(optionsFor(config, 'control', 4)),
      inject: [DatabaseConfig],
    },
    {
      provide: Listener,
      useFactory: (config: DatabaseConfig) => new Listener(config.listenUrl),
      inject: [DatabaseConfig],
    },
    { provide: Notifier, useFactory: (database: ControlDatabase) => new Notifier(database), inject: [ControlDatabase] },
  ],
  exports: [AppDatabase, HotDatabase, ControlDatabase, Listener, Notifier],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly app: AppDatabase,
    private readonly hot: HotDatabase,
    private readonly control: ControlDatabase,
    private readonly listener: Listener,
    private readonly notifier: Notifier,
  ) {}

  /** Last phase of a shutdown: everything that used a connection has ended before. */
  async onApplicationShutdown(): Promise<void> {
    await this.notifier.close();
    await this.listener.close();
    await Promise.all([this.app.close(), this.hot.close(), this.control.close()]);
  }
}
