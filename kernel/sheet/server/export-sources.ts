import { invalid, listContributions, notFound, scopeOf, type Ctx } from '#packages/core'
import type { AnyExportSource, ExportSource } from '#packages/sheet'
import { refuseClosedModule } from './closed-module.ts'
import { listVisibleColumns } from './visible-columns.ts'

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Lists that can be exported. */
    exports: AnyExportSource
  }
}

/** The source without a permission check. */
export function getExportSource(ctx: Pick<Ctx, 'app'>, key: string): ExportSource {
  const source = listContributions(ctx, 'exports').find((one) => one.key === key)
  if (!source) throw notFound('可导出的列表')
  // The cast is safe: each source reads only what its own `filter` has parsed.
  return source as ExportSource
}

/** The source with the columns that the caller may see, if the caller may read its list. */
export async function getPermittedSource(ctx: Ctx, key: string): Promise<ExportSource> {
  const source = getExportSource(ctx, key)
  scopeOf(ctx, source.permission)
  await refuseClosedModule(ctx, source.permission)
  return { ...source, columns: listVisibleColumns(ctx.actor, source.columns) }
}

/** Parses the filter of the page with the schema of the list. */
export function parseSourceFilter(source: ExportSource, filter: unknown): unknown {
  const { success, data, error } = source.filter.safeParse(filter)
  if (success) return data
  throw invalid(error.issues.map(({ path, message }) => ({ field: ['filter', ...path].join('.'), msg: message })))
}

/** The requested columns, each once, in the requested order. */
export function selectColumns(source: ExportSource, keys: readonly string[]) {
  const byKey = new Map(source.columns.map((column) => [column.key, column]))
  const chosen = new Set(keys)
  return [...chosen].map((key) => {
    const column = byKey.get(key)
    if (!column) throw invalid([{ field: 'columns', msg: '没有这一列' }])
    const isSensitiveHere = column.isSensitiveBeside?.some((other) => chosen.has(other)) === true
    return isSensitiveHere ? { ...column, isSensitive: true } : column
  })
}
