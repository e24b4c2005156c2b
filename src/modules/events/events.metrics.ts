import { gauge } from '../../platform/metrics/index.js';

export const EVENT_METRICS = {
  streams: gauge('rota_event_streams', 'Event streams that are open', { unit: 'streams' }),
};
