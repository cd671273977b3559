import { z } from 'zod'
import { dayRange, enumOf, labelOf, type DayRange } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import type { ExportPageRequest, ExportSource } from '#packages/sheet'
import { identityKinds, type IdentityKind } from '../contract-identity.ts'
import { operationResults } from '../contract-operations.ts'
import { countLogRows, listLogPiece, type LogPosition } from './export-queries.ts'
import { selectIdentityChanges, type IdentityRecord } from './identity-log-queries.ts'
import { getSearchPeriod } from './log-period.ts'
import { loadObjectTitles } from './logged-objects.ts'
import { listPersonIdsByName, selectOperations, type OperationRecord } from './operation-queries.ts'
import { getEventScope, readKeyword } from './operations.ts'

const permission = 'log.export'
const reasonMissing = '请填写导出原因'
/** One more than an export may have. */
const counted = 100_001

const logFilter = z.object({ ...dayRange.shape, keyword: z.string().trim().max(100).optional() })
const operationFilter = logFilter.extend({ result: enumOf(operationResults).optional() })
const identityFilter = logFilter.extend({ kind: enumOf(identityKinds).optional() })

const time = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const describeDays = (ctx: Ctx, days: DayRange) => {
  const { from, to } = getSearchPeriod(ctx.now, days)
  return `${dayOf(from)} 至 ${dayOf(new Date(to.getTime() - 1))}`
}

/** Reads a piece and makes the cells of the requested columns. */
async function readPiece<Row>(
  ctx: Ctx,
  parts: Omit<Parameters<typeof listLogPiece>[1], 'exportScope'>,
  { after, limit, columns }: ExportPageRequest,
  present: (rows: readonly Row[]) => Promise<readonly Readonly<Record<string, string>>[]>,
) {
  const position = after === null ? null : (JSON.parse(after) as LogPosition)
  const exportScope = scopeOf(ctx, permission)
  const rows = await listLogPiece<Row>(ctx.db, { ...parts, exportScope }, position, limit)
  const cells = await present(rows)
  const last = rows.length < limit ? null : JSON.stringify(rows.at(-1)!.position)
  return { rows: cells.map((cell) => columns.map((key) => cell[key] ?? '')), after: last }
}

async function selectExportedOperations(ctx: Ctx, filter: z.output<typeof operationFilter>) {
  const scope = scopeOf(ctx, 'operation-log.read')
  const result = filter.result ?? 'done'
  const searched = { ...getSearchPeriod(ctx.now, filter), result }
  const word = filter.keyword ? await readKeyword(ctx, scope, filter.keyword, searched) : {}
  return selectOperations(scope, { ...searched, ...word, eventScope: getEventScope(ctx, result) })
}

/** 用户操作日志 as a file: the rows of the list, with the names of today. */
export const operationExport: ExportSource<z.output<typeof operationFilter>> = {
  key: 'operation-log',
  title: '用户操作日志',
  measure: '条',
  permission,
  isOfPeople: false,
  needsReason: reasonMissing,
  columns: [
    { key: 'title', title: '操作', width: 24 },
    { key: 'at', title: '时间', width: 20 },
    { key: 'person', title: '操作人' },
    { key: 'org', title: '单位', width: 24 },
    { key: 'objects', title: '对象', width: 36 },
    { key: 'address', title: 'IP地址', width: 16 },
    { key: 'result', title: '结果' },
  ],
  filter: operationFilter,
  describe: async (ctx, filter) =>
    [describeDays(ctx, filter), filter.keyword && `含“${filter.keyword}”`].filter(Boolean).join('，'),
  count: async (ctx, filter) => {
    const { from } = await selectExportedOperations(ctx, filter)
    return countLogRows(ctx.db, from, scopeOf(ctx, permission), counted)
  },
  read: async (ctx, filter, request) =>
    readPiece<OperationRecord>(ctx, await selectExportedOperations(ctx, filter), request, async (rows) => {
      const ids = rows.flatMap(({ objectIds }) => objectIds)
      const titles = await loadObjectTitles(ctx, scopeOf(ctx, 'operation-log.read'), ids)
      return rows.map(({ title, at, personName, orgName, objectIds, address, result }) => ({
        title,
        at: time.format(at),
        person: personName,
        org: orgName,
        objects: objectIds.flatMap((id) => titles.get(id)?.title ?? []).join('、'),
        address,
        result: labelOf(operationResults, result),
      }))
    }),
}

async function selectExportedIdentityChanges(ctx: Ctx, { keyword, kind, ...days }: z.output<typeof identityFilter>) {
  const personIds = keyword ? await listPersonIdsByName(ctx.db, keyword) : undefined
  return selectIdentityChanges(scopeOf(ctx, 'identity-log.read'), {
    ...getSearchPeriod(ctx.now, days),
    kind,
    personIds,
  })
}

/** 身份认证调整日志 as a file; numbers are masked in the log already. */
export const identityExport: ExportSource<z.output<typeof identityFilter>> = {
  key: 'identity-log',
  title: '身份认证调整日志',
  measure: '条',
  permission,
  isOfPeople: false,
  needsReason: reasonMissing,
  columns: [
    { key: 'person', title: '人员' },
    { key: 'kind', title: '调整', width: 20 },
    { key: 'before', title: '变更前', width: 20 },
    { key: 'after', title: '变更后', width: 20 },
    { key: 'by', title: '操作人' },
    { key: 'way', title: '方式', width: 16 },
    { key: 'org', title: '操作单位', width: 24 },
    { key: 'at', title: '时间', width: 20 },
  ],
  filter: identityFilter,
  describe: async (ctx, filter) => describeDays(ctx, filter),
  count: async (ctx, filter) => {
    const { from } = await selectExportedIdentityChanges(ctx, filter)
    return countLogRows(ctx.db, from, scopeOf(ctx, permission), counted)
  },
  read: async (ctx, filter, request) =>
    readPiece<IdentityRecord>(ctx, await selectExportedIdentityChanges(ctx, filter), request, async (rows) =>
      rows.map(({ personName, kind, before, after, byName, isOwn, way, orgName, at }) => ({
        person: personName,
        kind: labelOf(identityKinds, kind as IdentityKind),
        before,
        after,
        by: isOwn ? '本人' : byName,
        way,
        org: orgName,
        at: time.format(at),
      })),
    ),
}
