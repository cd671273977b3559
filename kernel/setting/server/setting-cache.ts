import type { Db } from '#packages/db'
import { listRowsOnPath } from './setting-queries.ts'
import type { SettingRow } from './resolve-settings.ts'

/** Settings are read with every sign-in and upload and rarely changed, so they are cached for a short time. */
const cacheMs = 2_000
const maxCached = 20_000

interface CachedRows {
  rows: readonly SettingRow[]
  until: number
}
const cache = new Map<string, CachedRows>()
/** Transactions that changed a setting: they bypass the cache, because their changes may be rolled back. */
const writers = new WeakSet<Db>()

/** The rows on the path to this organisation, the top first. */
export async function getCachedRows(db: Db, orgPath: string, type: string): Promise<readonly SettingRow[]> {
  if (writers.has(db)) return listRowsOnPath(db, orgPath, type)
  const name = `${type} ${orgPath}`
  const known = cache.get(name)
  if (known && known.until > performance.now()) return known.rows
  const until = performance.now() + cacheMs
  const rows = await listRowsOnPath(db, orgPath, type)
  if (cache.size >= maxCached) cache.clear()
  cache.set(name, { rows, until })
  return rows
}

/** Clears the cache of a type in this process; other processes see the change when their cache expires. */
export function forgetCachedRows(db: Db, type: string) {
  writers.add(db)
  for (const name of cache.keys()) if (name.startsWith(`${type} `)) cache.delete(name)
}
