import { z } from 'zod'
import type { SettingKey } from './setting-keys.ts'

/** The stored values of one organisation on the path. */
export interface SettingRow {
  orgId: string
  value: Readonly<Record<string, unknown>>
  /** The keys that nobody below may change. */
  fixed: readonly string[]
  /** Keys that an organisation above has pushed and locked here: key → organisation. */
  pinned: Readonly<Record<string, string>>
  version: number
}

const inPath = (id: string) => id.replaceAll('-', '')

/** Finds among all rows of a type those on a path, the top first. Of two rows of one organisation the last counts. */
export function createPathIndex(rows: readonly SettingRow[]): (path: string) => SettingRow[] {
  const known = new Map(rows.map((row) => [inPath(row.orgId), row]))
  return (path) => path.split('.').flatMap((id) => known.get(inPath(id)) ?? [])
}

type Keys = Readonly<Record<string, SettingKey>>

/** A value with the organisation that set it, and whether it is locked for those below. */
export interface SettingOrigin {
  value: unknown
  orgId: string | null
  isLocked: boolean
}

/** The stored value of a key. An invalid value counts as not set. */
function readKey(key: SettingKey, name: string, row: SettingRow): { value: unknown } | undefined {
  if (!Object.hasOwn(row.value, name)) return undefined
  const value = row.value[name]
  if (key.isSecret) return typeof value === 'string' ? { value } : undefined
  return fits(key, value) ? { value } : undefined
}

/** Stored values use our own names, so they are validated by encoding. */
const fits = (key: SettingKey, value: unknown) => z.safeEncode(key.schema, value).success

const findLockOwner = (row: SettingRow, name: string) =>
  row.pinned[name] ?? (row.fixed.includes(name) ? row.orgId : undefined)

/**
 * Resolves one key, which an organisation inherits from those above, on the path from the top: the topmost lock wins,
 * then the nearest value (for security keys the strictest), then the default. Row lists are combined instead.
 */
export function resolveKey(key: SettingKey, name: string, rows: readonly SettingRow[]): SettingOrigin {
  if (key.isJoined) return joinRows(key, name, rows)
  for (const row of rows) {
    const lockOwner = findLockOwner(row, name)
    if (lockOwner === undefined) continue
    const there = readKey(key, name, row)
    if (there) return { value: there.value, orgId: lockOwner, isLocked: true }
  }
  const nearest = rows.toReversed().flatMap((row) => {
    const there = readKey(key, name, row)
    return there ? [{ value: there.value, orgId: row.orgId, isLocked: false }] : []
  })
  const { strictness } = key
  if (nearest[0])
    return strictness
      ? nearest.reduce((best, one) => (strictness(one.value) > strictness(best.value) ? one : best))
      : nearest[0]
  return { value: key.standard(), orgId: null, isLocked: false }
}

function joinRows(key: SettingKey, name: string, rows: readonly SettingRow[]): SettingOrigin {
  const parts = rows.flatMap((row) => {
    const there = readKey(key, name, row)
    return there ? [{ orgId: row.orgId, items: there.value as unknown[] }] : []
  })
  return { value: parts.flatMap(({ items }) => items), orgId: parts.at(-1)?.orgId ?? null, isLocked: false }
}

export const resolveValues = (keys: Keys, rows: readonly SettingRow[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, resolveKey(key, name, rows).value]))

/** Only set values, without defaults. */
export function resolveSetValues(names: readonly string[], rows: readonly SettingRow[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const name of names) {
    const locked = rows.find((row) => findLockOwner(row, name) !== undefined && Object.hasOwn(row.value, name))
    const row = locked ?? rows.findLast(({ value }) => Object.hasOwn(value, name))
    if (row) merged[name] = row.value[name]
  }
  return merged
}
