import type { ListQueryOf } from '#packages/contract'
import { emptyScope, scopeOf, unionScopes, type Ctx, type Scope } from '#packages/core'
import { crud, type Crud, type StoredRow } from '#packages/crud'
import { getDecisionsOf, getOpenTasksOf } from '#kernel/approval/server/api.ts'
import { dataExport } from '../../contract.ts'
import { getOpenSince, isInExportList, listWholeExportsSince } from '../export-queries.ts'

/** The key of the approval of exports. */
export const exportSubject = 'data-export'

/** The scope in which the caller may approve; own exports are visible without it. */
const getApprovalScope = ({ actor }: Ctx): Scope => actor.permissions.get('export.approve') ?? emptyScope

const getOwnScope = ({ actor }: Ctx): Scope => ({ ...emptyScope, self: actor.personId })
/** Own exports, and those that the caller may approve. */
export const getReadScope = (ctx: Ctx): Scope => unionScopes([getOwnScope(ctx), getApprovalScope(ctx)])
const isOwn = ({ actor }: Ctx, row: StoredRow) => row['ownerId'] === actor.personId

export const dataExports: Crud<typeof dataExport> = crud(dataExport, 'v_data_export', {
  base: 'data_export',
  readScope: getReadScope,
  fields: {
    isOwn: { load: (ctx, rows) => rows.map((row) => isOwn(ctx, row)) },
    mayDecide: {
      load: async (ctx, rows) => {
        const tasks = await getOpenTasksOf(ctx, exportSubject)
        const since = getOpenSince(ctx.now)
        const open = rows.filter(({ id, ...row }) => tasks.has(id) && (row['createdAt'] as Date) > since)
        const ids = open.map(({ id }) => id)
        const found = new Set(await dataExports.rows.listIds(ctx.db, getApprovalScope(ctx), ids))
        return rows.map(({ id }) => found.has(id))
      },
    },
    decision: {
      load: async (ctx, rows) => {
        const decisions = await getDecisionsOf(
          ctx,
          exportSubject,
          rows.map(({ id }) => id),
        )
        return rows.map(({ id }) => {
          const found = decisions.get(id)
          return found ? { ...found, at: found.at.toISOString() } : null
        })
      },
    },
    taskId: { load: (ctx, rows) => rows.map((row) => (isOwn(ctx, row) ? (row['task'] as string | null) : null)) },
  },
  filters: {
    as: async (as, ctx) => {
      const waiting = as === 'decide' ? [...(await getOpenTasksOf(ctx, exportSubject)).keys()] : []
      return isInExportList(ctx, as, getApprovalScope(ctx), waiting)
    },
  },
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
