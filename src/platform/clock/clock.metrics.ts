import { gauge } from '../metrics/index.js';

export const CLOCK_METRICS = {
  ahead: gauge('rota_clock_ahead_seconds', "How far the host's clock is ahead of the database's; negative: behind", {
    unit: 'seconds',
  }),
};
