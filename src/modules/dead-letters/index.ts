/** Dead letters: list, replay, discard; replay by job. */
export { DeadLettersModule } from './dead-letters.module.js';
export { type JobReplayResult, type ReplaySelection, JobReplayService } from './job-replay.service.js';
export { ReplaysModule } from './replays.module.js';
