export { openCache, type Cache } from './cache.ts'
export type { CacheOptions } from './redis.ts'
