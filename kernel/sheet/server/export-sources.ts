import { invalid, notFound, scopeOf, type Ctx } from '#packages/core'
import type { AnyExportSource, ExportSource } from '#packages/sheet'

const sources = new Map<string, ExportSource>()

/** Learns what can be taken along, once at start-up. */
export function learnSources(all: readonly AnyExportSource[]) {
  sources.clear()
  // Each reads only what its own `filter` has understood.
  for (const source of all) sources.set(source.key, source as ExportSource)
}

/** A source, whoever asks. */
export function getExportSource(key: string): ExportSource {
  const source = sources.get(key)
  if (!source) throw notFound('可导出的列表')
  return source
}

/** A source, for somebody who may see its list. */
export function getPermittedSource(ctx: Ctx, key: string): ExportSource {
  const source = getExportSource(key)
  scopeOf(ctx, source.permission)
  return source
}

/** What the page asks its list for, as the list understands it. */
export function parseSourceFilter(source: ExportSource, filter: unknown): unknown {
  const { success, data, error } = source.filter.safeParse(filter)
  if (success) return data
  throw invalid(error.issues.map(({ path, message }) => ({ field: ['filter', ...path].join('.'), msg: message })))
}

/** The columns that were asked for, each once, in the order they were asked for. */
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
