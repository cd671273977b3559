import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { createListFilter, idOf, type AnyEntity, type ExtraFilters } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { inScope } from '#packages/db'
import type { ExportCell, ExportColumn, ExportPageRequest, ExportSource, SheetColumn } from '#packages/sheet'
import { requireOrg, type Crud, type ListFilter } from './crud.ts'
import { maskText } from './mask-text.ts'
import type { EntityTable, StoredRow } from './rows.ts'
import { describeFilter, formatCells, listExportFields, type SheetField } from './sheet-fields.ts'
import { countRows, listAfter } from './sheet-rows.ts'

const idsAtMost = 5_000

type ExportFilter = ListFilter & { ids?: string[]; except?: string[] }

interface Days {
  from: string | null
  to: string | null
}

interface ExportOptions {
  /** The days that the list itself would use: a log is read for a month at most. */
  limitDays?: (ctx: Ctx, days: Days | undefined) => Days
}

/** The export of the list of an entity, with its filters. It covers no row that the list does not. */
export function createEntityExport<E extends AnyEntity>(
  functions: Crud<E>,
  { limitDays }: ExportOptions = {},
): ExportSource<ExportFilter> {
  const crud = functions as Crud<AnyEntity>
  const { entity } = crud
  if (!entity.export) throw new Error(`${entity.key}: the entity does not declare an export`)
  const { permission, isOfPeople, needsReason } = entity.export
  const table = crud.rows as EntityTable
  const fields = listExportFields(entity)
  const ids = z.array(idOf(entity.key)).max(idsAtMost, `一次最多选择${idsAtMost}${entity.measure}`).optional()
  const filter: z.ZodType = createListFilter(entity, { ids, except: ids })

  const selectRows = async (ctx: Ctx, asked: ExportFilter) => {
    const query = limitDays ? { ...asked, createdAt: limitDays(ctx, asked['createdAt'] as Days | undefined) } : asked
    const exportScope = crud.getScope(ctx, permission)
    const { scope, orgId, where } = await crud.prepareList(ctx, query)
    const orgName = orgId ? (await requireOrg(ctx.db, exportScope, orgId)).name : ''
    const conditions = [
      table.filterRows(exportScope, { ...query, orgId }, where),
      inScope(scope, table.scopeColumns),
      ...(query.ids ? [sql<SqlBool>`t.id = any(${query.ids}::uuid[])`] : []),
      ...(query.except ? [sql<SqlBool>`t.id <> all(${query.except}::uuid[])`] : []),
    ]
    return { query, orgName, where: sql<SqlBool>`${sql.join(conditions, sql` and `)}` }
  }
  return {
    key: entity.key,
    title: entity.title,
    measure: entity.measure,
    permission,
    isOfPeople,
    ...(needsReason && { needsReason }),
    columns: fields.flatMap((field) => field.columns.map((column) => toExportColumn(field, column))),
    filter: filter as z.ZodType<ExportFilter>,
    async describe(ctx, asked) {
      const { query, orgName } = await selectRows(ctx, asked)
      return [orgName || `全部可见的${entity.title}`, ...describeQuery(entity, table, query)].join('，')
    },
    count: async (ctx, query) => countRows(table, ctx.db, (await selectRows(ctx, query)).where),
    async read(ctx, query, request) {
      const { where } = await selectRows(ctx, query)
      const { rows, after } = await listAfter(table, ctx.db, where, request.after, request.limit)
      return { rows: await formatRows(ctx, table, fields, rows, request), after }
    },
  }
}

const toExportColumn = ({ field }: SheetField, { key, title, visibleWith }: SheetColumn): ExportColumn => ({
  key,
  title,
  kind: field.kind === 'integer' || field.kind === 'decimal' ? 'number' : 'text',
  ...(field.isEncrypted && { isSensitive: true }),
  ...(visibleWith && { visibleWith }),
})

function describeQuery(entity: AnyEntity, { fields }: EntityTable, query: ExportFilter): string[] {
  const extra = (entity.list.extraFilters ?? {}) as ExtraFilters
  const { ids, except, keyword } = query
  return [
    ...(ids ? [`已勾选的${ids.length}${entity.measure}`] : []),
    ...(except?.length ? [`除去${except.length}${entity.measure}`] : []),
    ...((entity.list.filters ?? []) as string[]).flatMap((name) =>
      query[name] === undefined ? [] : [describeFilter(fields[name]!, query[name])],
    ),
    ...Object.entries(extra).flatMap(([name, { options }]) => options[query[name] as string] ?? []),
    ...(keyword ? [`含“${keyword}”`] : []),
  ]
}

/** The requested cells of rows, without what the caller may not see; secrets are masked unless all of it was requested. */
async function formatRows(
  ctx: Ctx,
  table: EntityTable,
  fields: readonly SheetField[],
  rows: readonly StoredRow[],
  { columns, isWhole }: ExportPageRequest,
): Promise<ExportCell[][]> {
  const chosen = fields.filter(({ columns: own }) => own.some(({ key }) => columns.includes(key)))
  const revealed = await table.listCovered(
    ctx,
    rows,
    chosen.map(({ field }) => field.revealWith),
  )
  const shown = await table.presentFields(
    ctx,
    rows,
    chosen.map(({ name, field }) => [name, field]),
    (plain, { mask, revealWith }, id) => {
      // What nobody may reveal stays masked.
      const isRevealed = isWhole && (revealWith ? revealed.get(revealWith)!.has(id) : !mask)
      return isRevealed ? plain : maskText(plain, mask ?? 'all')
    },
  )
  return shown.map((values) => {
    const cells = new Map(
      chosen.flatMap(({ name, field, columns: own }) => {
        const formatted = formatCells(field, values[name])
        return own.map(({ key }, nth) => [key, formatted[nth] ?? null] as const)
      }),
    )
    return columns.map((key) => cells.get(key) ?? null)
  })
}
