export { openCache, type Cache } from './cache.ts'
export type { CacheOptions } from './redis.ts'
export { openShelf, type Shelf } from './shelf.ts'
