import { Initial1764374400000 } from './1764374400000-initial.js';

/** Every migration, oldest first. */
export const migrations = [Initial1764374400000];
