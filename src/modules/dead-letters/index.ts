/** Dead letters: list, replay, discard; replay by job. */
export { DeadLettersModule } from './dead-letters.module.js';
