import { z } from 'zod'
import type { SettingKey } from './setting-keys.ts'

/** What one organisation on the way from the top has set, as it is kept. */
export interface SettingRow {
  orgId: string
  value: Readonly<Record<string, unknown>>
  /** What nobody below may set otherwise. */
  fixed: readonly string[]
  /** What somebody above has set here and keeps: key → who. */
  pinned: Readonly<Record<string, string>>
  version: number
}

type Keys = Readonly<Record<string, SettingKey>>

/** Where a value comes from: the organisation that set it, and whether those below have to live with it. */
export interface SettingOrigin {
  value: unknown
  orgId: string | null
  isLocked: boolean
}

/** What a row says of a key. What no longer fits its rules counts as unsaid, so that nobody reads it. */
function readKey(key: SettingKey, name: string, row: SettingRow): { value: unknown } | undefined {
  if (!Object.hasOwn(row.value, name)) return undefined
  const value = row.value[name]
  if (key.isSecret) return typeof value === 'string' ? { value } : undefined
  return fits(key, value) ? { value } : undefined
}

/** Kept values have our own names, so they are checked on the way out. */
const fits = (key: SettingKey, value: unknown) => z.safeEncode(key.schema, value).success

const findLockOwner = (row: SettingRow, name: string) =>
  row.pinned[name] ?? (row.fixed.includes(name) ? row.orgId : undefined)

/**
 * One key on the way from the top to an organisation: what is held highest wins, then what was said nearest (where it is
 * about safety: what is strictest), then what counts everywhere. Lists of rows are put together instead.
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

/** Only what was said, without what counts everywhere. */
export function resolveSetValues(names: readonly string[], rows: readonly SettingRow[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const name of names) {
    const locked = rows.find((row) => findLockOwner(row, name) !== undefined && Object.hasOwn(row.value, name))
    const row = locked ?? rows.findLast(({ value }) => Object.hasOwn(value, name))
    if (row) merged[name] = row.value[name]
  }
  return merged
}
