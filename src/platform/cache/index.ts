export { FreshCache, type FreshCacheOptions } from './fresh-cache.js';
