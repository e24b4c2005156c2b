/** Changes: the hint that something in a project is not as it was. */
export { type Change, CHANGED_CHANNEL, ChangeAnnouncer, EVERY_PROJECT, parseChange } from './change-announcer.js';
export { type Topic, TOPICS } from './topics.js';
