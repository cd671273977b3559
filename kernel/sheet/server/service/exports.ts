import type { ListQueryOf } from '#packages/contract'
import { emptyScope, scopeOf, unionScopes, type Ctx, type Scope } from '#packages/core'
import { crud, type Crud, type StoredRow } from '#packages/crud'
import { dataExport } from '../../contract.ts'
import { isInExportList, listWholeExportsSince, type ExportReader } from '../export-queries.ts'

/** A request expires after three days without a decision, because its purpose may be over. */
export const approvalWaitMs = 72 * 3600_000
export const getOpenSince = (now: Date) => new Date(now.getTime() - approvalWaitMs)

export const getExportReader = ({ actor, now }: Ctx): ExportReader => ({
  personId: actor.personId,
  openSince: getOpenSince(now),
})
/** The scope in which the caller may approve; own exports are visible without it. */
export const getApprovalScope = ({ actor }: Ctx): Scope => actor.permissions.get('export.approve') ?? emptyScope

export const getOwnScope = ({ actor }: Ctx): Scope => ({ ...emptyScope, self: actor.personId })
const isOwn = ({ actor }: Ctx, row: StoredRow) => row['ownerId'] === actor.personId

export const dataExports: Crud<typeof dataExport> = crud(dataExport, 'v_data_export', {
  base: 'data_export',
  readScope: (ctx) => unionScopes([getOwnScope(ctx), getApprovalScope(ctx)]),
  fields: {
    isOwn: { load: (ctx, rows) => rows.map((row) => isOwn(ctx, row)) },
    mayDecide: {
      load: async (ctx, rows) => {
        const since = getOpenSince(ctx.now)
        const open = rows.filter(
          (row) => row['state'] === 'waiting' && (row['createdAt'] as Date) > since && !isOwn(ctx, row),
        )
        const ids = open.map(({ id }) => id)
        const found = new Set(await dataExports.rows.listIds(ctx.db, getApprovalScope(ctx), ids))
        return rows.map(({ id }) => found.has(id))
      },
    },
    taskId: { load: (ctx, rows) => rows.map((row) => (isOwn(ctx, row) ? (row['task'] as string | null) : null)) },
  },
  filters: { as: (as, ctx) => isInExportList(as, getApprovalScope(ctx), getExportReader(ctx)) },
})

export async function listExports(ctx: Ctx, { as = 'mine', ...query }: ListQueryOf<typeof dataExport>) {
  if (as !== 'mine') scopeOf(ctx, 'export.approve')
  return dataExports.list(ctx, { ...query, as })
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
