import { z } from 'zod'
import { changedByOthers, invalid, type Ctx } from '#packages/core'
import {
  insertFirstVersions,
  findOwnRow,
  writeSettingRows,
  type ChangeCause,
  type NextSettingRow,
} from '../setting-queries.ts'
import { findSettingKey, findSettingType } from '../setting-types.ts'
import { forgetCachedRows, getCachedRows } from '../setting-cache.ts'
import { resolveSetValues } from '../resolve-settings.ts'

type WriteContext = Pick<Ctx, 'app' | 'db' | 'now' | 'actor'>

export interface WriteReason {
  type: string
  cause: ChangeCause
  pushId?: string
}

/** Writes the next versions and returns the organisations for which that worked; others were changed concurrently. */
export async function writeVersions(
  ctx: WriteContext,
  next: readonly NextSettingRow[],
  { type, cause, pushId }: WriteReason,
) {
  const { db, now, actor } = ctx
  if (next.length === 0) return []
  forgetCachedRows(db, type)
  await insertFirstVersions(
    db,
    next.map(({ orgId }) => orgId),
    type,
  )
  return writeSettingRows(db, next, { type, cause, now, pushId: pushId ?? null, personId: actor.personId })
}

/** The set values of a type on the path to this organisation, without defaults. */
export async function getSetting(ctx: Pick<Ctx, 'db'>, orgPath: string, type: string) {
  const rows = await getCachedRows(ctx.db, orgPath, type)
  return resolveSetValues([...new Set(rows.flatMap(({ value }) => Object.keys(value)))], rows)
}

/** Sets all values of a type for an organisation, for internal code: no permission is checked. */
export async function writeSetting(ctx: WriteContext, orgId: string, type: string, value: object) {
  requireValid(ctx, type, value)
  const row = await findOwnRow(ctx.db, orgId, type)
  const { fixed = [], pinned = {}, version = 0 } = row ?? {}
  const next = { orgId, fixed, pinned, value: { ...value }, follows: version }
  const written = await writeVersions(ctx, [next], { type, cause: 'system' })
  if (written.length === 0) throw changedByOthers()
}

/** Sets some keys; the other values of the organisation stay. */
export async function updateSetting(ctx: WriteContext, orgId: string, type: string, part: object) {
  const row = await findOwnRow(ctx.db, orgId, type)
  await writeSetting(ctx, orgId, type, { ...row?.value, ...part })
}

/** Values set by code are validated like those of users. */
function requireValid(ctx: WriteContext, type: string, value: object) {
  const known = findSettingType(ctx, type)
  if (!known) return
  for (const [name, part] of Object.entries(value)) {
    const key = findSettingKey(known, name)
    const reason = key ? z.safeEncode(key.schema, part).error?.issues[0]?.message : '未知的设置项'
    if (reason) throw invalid([{ field: name, msg: `${key?.title ?? name}：${reason}` }])
  }
}
