import type { Db } from '#packages/db'
import { listRowsOnPath } from './setting-queries.ts'
import type { SettingRow } from './resolve-settings.ts'

/** A setting is read with every sign-in and every upload and changed once a term: what was read a moment ago will do. */
const cacheMs = 2_000
const maxCached = 20_000

interface CachedRows {
  rows: readonly SettingRow[]
  until: number
}
const cache = new Map<string, CachedRows>()
/** Transactions that changed a setting: they read what they wrote, and what may be rolled back is not remembered. */
const writers = new WeakSet<Db>()

/** What is set on the way from the top to this organisation, the top first. */
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

/** Something of this type is being changed: here it is seen at once, in other processes when they have forgotten. */
export function forgetCachedRows(db: Db, type: string) {
  writers.add(db)
  for (const name of cache.keys()) if (name.startsWith(`${type} `)) cache.delete(name)
}
