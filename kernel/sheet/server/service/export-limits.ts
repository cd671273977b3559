import { dayOf, type Ctx } from '#packages/core'
import { listPermissionHolders } from '#kernel/access/server/api.ts'
import { peopleWithoutApproval, rowsAtMost, foregroundRows } from '../../contract.ts'
import { countExportsSince } from '../export-queries.ts'
import type { ResolvedExport } from './resolve-export.ts'

/** Exports of people, per person. */
const maxExportsPerDay = 20
/** The most people per day without approval; otherwise the whole district could be exported in small pieces. */
const maxPeoplePerDayWithoutApproval = 2_000

export const minReasonLength = 5

export interface ExportRequirements {
  needsApproval: boolean
  /** Why the export is not possible. */
  obstacle: string
  isLong: boolean
}

/** Whether an approval is needed, and whether the export is possible at all. */
export async function getExportRequirements(
  ctx: Ctx,
  { source, isWhole, count }: ResolvedExport,
): Promise<ExportRequirements> {
  const { times, alone } = await countExportsSince(ctx.db, ctx.actor.personId, startOfDay(ctx.now))
  const isMany = source.isOfPeople && (count > peopleWithoutApproval || alone + count > maxPeoplePerDayWithoutApproval)
  const needsApproval = isWhole || isMany
  const isLong = count > foregroundRows
  const obstacle = await (async () => {
    if (count === 0) return '没有可以导出的数据'
    if (count > rowsAtMost) return `超过${rowsAtMost}行，请缩小范围后导出`
    if (source.isOfPeople && times >= maxExportsPerDay) return `今天已导出${maxExportsPerDay}次，请明天再试`
    if (needsApproval && (await listApprovers(ctx)).length === 0) return '没有可以审批的人，请联系区管理员'
    return ''
  })()
  return { needsApproval, isLong, obstacle }
}

/** The people who may approve an export of this organisation; never the requester, in any membership. */
async function listApprovers(ctx: Ctx) {
  const { personId, orgId } = ctx.actor
  const holders = await listPermissionHolders(ctx, 'export.approve', orgId)
  return holders.filter((holder) => holder.personId !== personId)
}

const startOfDay = (now: Date) => new Date(`${dayOf(now)}T00:00:00+08:00`)
