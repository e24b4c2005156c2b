export { FreshCache } from './fresh-cache.js';
