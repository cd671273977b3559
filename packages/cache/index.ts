export { openCache, type Cache } from './cache.ts'
export type { CacheOptions } from './resilient-redis.ts'
export { openEphemeralStore, type EphemeralStore } from './ephemeral-store.ts'
