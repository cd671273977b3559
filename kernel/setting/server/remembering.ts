import type { Db } from '#packages/db'
import { rowsOnPath } from './queries.ts'
import type { SettingRow } from './resolve.ts'

/** A setting is read with every sign-in and every upload and changed once a term: what was read a moment ago will do. */
const milliseconds = 2_000
const most = 20_000

interface Remembered {
  rows: readonly SettingRow[]
  until: number
}
const remembered = new Map<string, Remembered>()
/** Transactions that changed a setting: they read what they wrote, and what may be rolled back is not remembered. */
const writers = new WeakSet<Db>()

/** What is set on the way from the top to this organisation, the top first. */
export async function rowsAbove(db: Db, orgPath: string, type: string): Promise<readonly SettingRow[]> {
  if (writers.has(db)) return rowsOnPath(db, orgPath, type)
  const name = `${type} ${orgPath}`
  const known = remembered.get(name)
  if (known && known.until > performance.now()) return known.rows
  const until = performance.now() + milliseconds
  const rows = await rowsOnPath(db, orgPath, type)
  if (remembered.size >= most) remembered.clear()
  remembered.set(name, { rows, until })
  return rows
}

/** Something of this type is being changed: here it is seen at once, in other processes when they have forgotten. */
export function forget(db: Db, type: string) {
  writers.add(db)
  for (const name of remembered.keys()) if (name.startsWith(`${type} `)) remembered.delete(name)
}
