import { z } from 'zod'
import { enumOf, appCategories, idOf } from '#packages/contract'
import { addDays, dayOf, type Ctx } from '#packages/core'
import type { ExportSource } from '#packages/sheet'
import { countUseDays, listAllApplications, listUseDays } from '#kernel/catalogue/server/api.ts'
import { findStatOrgs, statisticsPermission } from './app-stat.ts'
import { resolveUseDays } from './use-period.ts'

const filter = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  orgId: idOf('organisation').optional(),
  category: enumOf(appCategories).optional(),
})
type UseExportFilter = z.output<typeof filter>

async function resolve(ctx: Ctx, { orgId, category, ...days }: UseExportFilter) {
  const { from, to } = resolveUseDays(days, dayOf(ctx.now))
  const orgs = await findStatOrgs(ctx, orgId)
  const keys = category
    ? (await listAllApplications(ctx)).flatMap((app) => (app.category === category ? app.key : []))
    : undefined
  return { orgs, filter: { orgIds: orgs.map(({ id }) => id), from, to, keys } }
}

/** The days of each organisation, with a row for each. */
export const useDayExport: ExportSource<UseExportFilter> = {
  key: 'app-use',
  title: '应用使用明细',
  measure: '条',
  permission: statisticsPermission,
  isOfPeople: false,
  columns: [
    { key: 'org', title: '单位', width: 28 },
    { key: 'day', title: '日期', width: 12 },
    { key: 'apps', title: '使用的应用', kind: 'number' },
    { key: 'opens', title: '打开次数', kind: 'number' },
  ],
  filter,
  describe: async (ctx, given) => {
    const { orgs, filter: found } = await resolve(ctx, given)
    return [
      orgs[0].name,
      `${found.from} 至 ${found.to}`,
      ...(given.category ? [appCategories[given.category]] : []),
    ].join('，')
  },
  count: async (ctx, given) => countUseDays(ctx.db, (await resolve(ctx, given)).filter),
  read: async (ctx, given, { columns, after, limit }) => {
    const { orgs, filter: found } = await resolve(ctx, given)
    const names = new Map(orgs.map(({ id, name }) => [id, name]))
    // Some whole days at a time: a piece never reads more than it writes.
    const last = after ?? found.to
    const first = addDays(last, 1 - Math.max(1, Math.floor(limit / orgs.length)))
    const from = first < found.from ? found.from : first
    const rows = await listUseDays(ctx.db, { ...found, from, to: last })
    return {
      rows: rows.map((row) => {
        const cells: Readonly<Record<string, string | number>> = { ...row, org: names.get(row.orgId) ?? '' }
        return columns.map((key) => cells[key] ?? null)
      }),
      after: from > found.from ? addDays(from, -1) : null,
    }
  },
}
