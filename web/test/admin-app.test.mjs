// The admin app in a real browser, against a real api, worker and scheduler: `npm test -- --only web`.
// One process, one installation, one browser; the files below only hold the scenarios.
import { openRoom } from './room.mjs';

openRoom();
await import('./scenarios/sign-in.mjs');
await import('./scenarios/leaving.mjs');
await import('./scenarios/put-back.mjs');
await import('./scenarios/keyboard.mjs');
await import('./scenarios/projects.mjs');
await import('./scenarios/overview.mjs');
await import('./scenarios/jobs.mjs');
await import('./scenarios/dead-letters.mjs');
await import('./scenarios/queues.mjs');
await import('./scenarios/schedules.mjs');
await import('./scenarios/zones.mjs');
await import('./scenarios/sessions.mjs');
await import('./scenarios/headers.mjs');
await import('./scenarios/live.mjs');
await import('./scenarios/slow-api.mjs');
await import('./scenarios/hostile-text.mjs');
await import('./scenarios/long-text.mjs');
await import('./scenarios/pages.mjs');
await import('./scenarios/viewer.mjs');
await import('./scenarios/destruction.mjs');
await import('./scenarios/budget.mjs');
await import('./scenarios/workers.mjs');
