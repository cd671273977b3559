import { Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { selectColumns, parseSourceFilter, getPermittedSource } from '../export-sources.ts'
import { limitToExportScope } from './export-scope.ts'

export interface ExportRequest {
  source: string
  filter: Readonly<Record<string, unknown>>
  columns: readonly string[]
  isWhole: boolean
}

/** A resolved export request with its row count in the caller's scope. */
export interface ResolvedExport {
  source: ExportSource
  /** The filter of the page; parsed again when the file is written. */
  filter: Readonly<Record<string, unknown>>
  columns: readonly ExportColumn[]
  isWhole: boolean
  count: number
  description: string
  /** The same hash for the same request in the district; it does not disclose the request. */
  hash: Buffer
}

const filterLength = 20_000

export async function resolveExport(ctx: Ctx, request: ExportRequest): Promise<ResolvedExport> {
  const source = await getPermittedSource(ctx, request.source)
  const filter = parseSourceFilter(source, request.filter)
  const columns = selectColumns(source, request.columns)
  // Without sensitive columns nothing is masked.
  const isWhole = request.isWhole && columns.some(({ isSensitive }) => isSensitive)
  if (JSON.stringify(request.filter).length > filterLength) throw new Refusal('查询条件过多，请减少后再导出')
  const within = await limitToExportScope(ctx, source, isWhole)
  const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
  const keys = columns.map(({ key }) => key)
  const { userId, orgId } = ctx.actor
  return {
    source,
    filter: request.filter,
    columns,
    isWhole,
    count: await source.count(within, filter),
    description: await source.describe(within, filter),
    hash: fields.index('data_export.request', JSON.stringify([source.key, filter, keys, isWhole, userId, orgId])),
  }
}
