import type { DayRange, PageQuery } from '#packages/contract'
import { orNotFound, emptyScope, scopeOf, type Ctx, type Scope } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import type { ExportRecord, ExportState } from '../../contract.ts'
import {
  findExport,
  listExportPage,
  listWholeExportsSince,
  type ExportRow,
  type ExportReader,
} from '../export-queries.ts'

/** A request expires after three days without a decision, because its purpose may be over. */
export const approvalWaitMs = 72 * 3600_000
export const getOpenSince = (now: Date) => new Date(now.getTime() - approvalWaitMs)

export const getExportReader = ({ actor, now }: Ctx): ExportReader => ({
  personId: actor.personId,
  openSince: getOpenSince(now),
})
/** The scope in which the caller may approve; own exports are visible without it. */
export const getApprovalScope = ({ actor }: Ctx): Scope => actor.permissions.get('export.approve') ?? emptyScope

interface ExportListQuery extends PageQuery, DayRange {
  as: 'mine' | 'decide' | 'all'
  state?: ExportState | undefined
}

export async function listExports(ctx: Ctx, { as, state, from, to, ...page }: ExportListQuery) {
  if (as !== 'mine') scopeOf(ctx, 'export.approve')
  const { items, ...rest } = await listExportPage(
    ctx.db,
    getApprovalScope(ctx),
    getExportReader(ctx),
    { as, state, from, to },
    page,
  )
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  return { ...rest, items: items.map((row) => toExportRecord(fields, row)) }
}

const weekMs = 7 * 86_400_000

/** Exports with unmasked numbers of the last seven days, for supervisors of roles. */
export async function listWholeExports(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - weekMs)
  const { count, items } = await listWholeExportsSince(ctx.db, scopeOf(ctx, 'export.watch'), since)
  return {
    count,
    items: items.map(({ title, by, orgName, rows, at }) => ({ title, by, orgName, rows, at: at.toISOString() })),
  }
}

export async function getExport(ctx: Ctx, id: string): Promise<ExportRecord> {
  const row = orNotFound(await findExport(ctx.db, getApprovalScope(ctx), getExportReader(ctx), id), '导出记录')
  return toExportRecord(await loadFieldCipher(ctx.db, ctx.actor.districtId), row)
}

function toExportRecord(fields: FieldCipher, row: ExportRow): ExportRecord {
  const { personId: _, opinion, deciderName, requestedAt, decidedAt, endedAt, taskId, ...plain } = row
  return {
    ...plain,
    description: fields.decrypt('data_export.description', row.description, row.id),
    reason: fields.decrypt('data_export.reason', row.reason, row.id),
    opinion: opinion ? fields.decrypt('data_export.opinion', opinion, row.id) : '',
    deciderName: deciderName ?? '',
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    // The task and its file are visible only to the requester.
    taskId: row.isOwn ? taskId : null,
  }
}
