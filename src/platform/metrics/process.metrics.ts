import { gauge } from './metric.js';

export const PROCESS_METRICS = {
  build: gauge('rota_build_info', 'Version of this build; always 1', { labels: ['version'], unit: 'none' }),
};
