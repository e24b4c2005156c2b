import { defaults, drainAll, scaling, slowCommits } from './drains.mjs';

/** In the order of the report. */
export const MEASURES = [drainAll, scaling, defaults, slowCommits];
