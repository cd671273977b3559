import { Refusal, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import type { ExportColumn, ExportSource } from '#packages/sheet'
import { columnsOf, filterOf, sourceFor } from '../export-sources.ts'
import { cutToExport } from './export-reach.ts'

export interface Question {
  source: string
  filter: Readonly<Record<string, unknown>>
  columns: readonly string[]
  isWhole: boolean
}

/** A question as it is understood: with what it comes to, as far as this actor reaches. */
export interface Asked {
  source: ExportSource
  /** As the page asked. It is understood again when it is written. */
  filter: Readonly<Record<string, unknown>>
  columns: readonly ExportColumn[]
  isWhole: boolean
  count: number
  words: string
  /** The same for the same question by anybody of the district; tells nothing of it. */
  hash: Buffer
}

const filterLength = 20_000

export async function understand(ctx: Ctx, question: Question): Promise<Asked> {
  const source = sourceFor(ctx, question.source)
  const filter = filterOf(source, question.filter)
  const columns = columnsOf(source, question.columns)
  // Where nothing is masked there is nothing to show whole.
  const isWhole = question.isWhole && columns.some(({ isSensitive }) => isSensitive)
  if (JSON.stringify(question.filter).length > filterLength) throw new Refusal('查询条件过多，请减少后再导出')
  const within = await cutToExport(ctx, source, isWhole)
  const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
  const keys = columns.map(({ key }) => key)
  const { userId, orgId } = ctx.actor
  return {
    source,
    filter: question.filter,
    columns,
    isWhole,
    count: await source.count(within, filter),
    words: await source.describe(within, filter),
    hash: fields.index('data_export.asked', JSON.stringify([source.key, filter, keys, isWhole, userId, orgId])),
  }
}
