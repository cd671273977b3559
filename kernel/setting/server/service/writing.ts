import { z } from 'zod'
import { changedByOthers, invalid, type Ctx } from '#packages/core'
import { keepFirstVersions, ownRow, writeRows, type Cause, type NextRow } from '../queries.ts'
import { keyNamed, typeNamed } from '../registry.ts'
import { forget, rowsAbove } from '../remembering.ts'
import { saidAt } from '../resolve.ts'

type Writing = Pick<Ctx, 'db' | 'now' | 'actor'>

export interface Reason {
  type: string
  cause: Cause
  pushId?: string
}

/** Writes the next versions, and tells for whom: whoever was faster has been written by somebody else. */
export async function write(ctx: Writing, next: readonly NextRow[], { type, cause, pushId }: Reason) {
  const { db, now, actor } = ctx
  if (next.length === 0) return []
  forget(db, type)
  await keepFirstVersions(
    db,
    next.map(({ orgId }) => orgId),
    type,
  )
  return writeRows(db, next, { type, cause, now, pushId: pushId ?? null, personId: actor.personId })
}

/** What is said about a type on the way from the top to this organisation, without what counts everywhere. */
export async function readSetting(ctx: Pick<Ctx, 'db'>, orgPath: string, type: string) {
  const rows = await rowsAbove(ctx.db, orgPath, type)
  return saidAt([...new Set(rows.flatMap(({ value }) => Object.keys(value)))], rows)
}

/** Sets everything that an organisation says about a type, for code that decides by itself: no right is asked for. */
export async function writeSetting(ctx: Writing, orgId: string, type: string, value: object) {
  refuseUnfit(type, value)
  const row = await ownRow(ctx.db, orgId, type)
  const { fixed = [], pinned = {}, version = 0 } = row ?? {}
  const next = { orgId, fixed, pinned, value: { ...value }, follows: version }
  const written = await write(ctx, [next], { type, cause: 'system' })
  if (written.length === 0) throw changedByOthers()
}

/** The same for some keys; what else the organisation has decided stays. */
export async function changeSetting(ctx: Writing, orgId: string, type: string, part: object) {
  const row = await ownRow(ctx.db, orgId, type)
  await writeSetting(ctx, orgId, type, { ...row?.value, ...part })
}

/** Code has no better right to nonsense than people have. */
function refuseUnfit(type: string, value: object) {
  const known = typeNamed(type)
  if (!known) return
  for (const [name, part] of Object.entries(value)) {
    const key = keyNamed(known, name)
    const reason = key ? z.safeEncode(key.schema, part).error?.issues[0]?.message : '未知的设置项'
    if (reason) throw invalid([{ field: name, msg: `${key?.title ?? name}：${reason}` }])
  }
}
