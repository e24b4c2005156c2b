import { Module } from '@nestjs/common';
import { Metrics } from '../metrics/index.js';
import { POOL_METRICS } from './database.metrics.js';
import { AppDatabase, ControlDatabase, HotDatabase } from './databases.js';

/** Shows how full the pools of a process are. */
@Module({})
export class PoolMetricsModule {
  constructor(app: AppDatabase, hot: HotDatabase, control: ControlDatabase, metrics: Metrics) {
    const pools = { app, hot, control };
    const each = (set: (pool: string, use: ReturnType<AppDatabase['use']>) => void): void => {
      for (const [pool, database] of Object.entries(pools)) set(pool, database.use());
    };
    metrics.gauge(POOL_METRICS.connections, (set) =>
      each((pool, { busy, idle }) => {
        set({ pool, state: 'busy' }, busy);
        set({ pool, state: 'idle' }, idle);
      }),
    );
    metrics.gauge(POOL_METRICS.waiting, (set) => each((pool, { waiting }) => set({ pool }, waiting)));
    metrics.gauge(POOL_METRICS.size, (set) => each((pool, { size }) => set({ pool }, size)));
  }
}
