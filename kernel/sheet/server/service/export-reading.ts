import type { DayRange, PageQuery } from '#packages/contract'
import { found, nothing, scopeOf, type Ctx, type Scope } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import type { ExportRecord, ExportState } from '../../contract.ts'
import { findExport, pageOfExports, wholeSince, type ExportRow, type Reader } from '../export-queries.ts'

/** A question that nobody has answered for three days is over: what it was for may be, too. */
export const waitMs = 72 * 3600_000
export const openSince = (now: Date) => new Date(now.getTime() - waitMs)

export const readerOf = ({ actor, now }: Ctx): Reader => ({ personId: actor.personId, openSince: openSince(now) })
/** How far somebody may agree, if at all; one's own is seen without that. */
export const approvingOf = ({ actor }: Ctx): Scope => actor.permissions.get('export.approve') ?? nothing

interface Wanted extends PageQuery, DayRange {
  as: 'mine' | 'decide' | 'all'
  state?: ExportState | undefined
}

export async function listExports(ctx: Ctx, { as, state, from, to, ...page }: Wanted) {
  if (as !== 'mine') scopeOf(ctx, 'export.approve')
  const { items, ...rest } = await pageOfExports(ctx.db, approvingOf(ctx), readerOf(ctx), { as, state, from, to }, page)
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  return { ...rest, items: items.map((row) => presented(fields, row)) }
}

const weekMs = 7 * 86_400_000

/** Files with whole numbers of the last seven days, for those who watch over the roles. */
export async function listWholeExports(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - weekMs)
  const { count, items } = await wholeSince(ctx.db, scopeOf(ctx, 'export.watch'), since)
  return {
    count,
    items: items.map(({ title, by, orgName, rows, at }) => ({ title, by, orgName, rows, at: at.toISOString() })),
  }
}

export async function readExport(ctx: Ctx, id: string): Promise<ExportRecord> {
  const row = found(await findExport(ctx.db, approvingOf(ctx), readerOf(ctx), id), '导出记录')
  return presented(await fieldsOf(ctx.db, ctx.actor.districtId), row)
}

function presented(fields: FieldCipher, row: ExportRow): ExportRecord {
  const { personId: _, opinion, deciderName, askedAt, decidedAt, endedAt, taskId, ...plain } = row
  return {
    ...plain,
    words: fields.decrypt('data_export.words', row.words, row.id),
    reason: fields.decrypt('data_export.reason', row.reason, row.id),
    opinion: opinion ? fields.decrypt('data_export.opinion', opinion, row.id) : '',
    deciderName: deciderName ?? '',
    askedAt: askedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    // The task, and the file in it, is nobody else's.
    taskId: row.isOwn ? taskId : null,
  }
}
