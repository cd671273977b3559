import type { z } from 'zod'
import type { Ctx } from '#packages/core'

export interface ExportColumn {
  key: string
  title: string
  /** In characters. */
  width?: number
  kind?: 'text' | 'number'
  /** Masked, unless somebody with the right asked for the whole with a reason and a second person agreed. */
  isSensitive?: boolean
  /** Sensitive as well when one of these columns is in the same file: a birthday beside a number gives half of it away. */
  isSensitiveBeside?: readonly string[]
}

export type ExportCell = string | number | null

export interface ExportPageRequest {
  /** Keys, in the order of the columns of the file. */
  columns: readonly string[]
  /** Sensitive values as they are instead of masked. */
  isWhole: boolean
  /** Where the piece before ended; null for the first. */
  after: string | null
  limit: number
}

/** A list that can be taken along as a spreadsheet. A module names its sources in `defineServerModule`. */
export interface ExportSource<Filter = unknown> {
  /** Unique over the house: staff. */
  key: string
  /** 教职工 */
  title: string
  measure: string
  /** Of the list: an export never reaches further. */
  permission: string
  /** Its rows are people: many of them need a second person. */
  isOfPeople: boolean
  columns: readonly ExportColumn[]
  /** What the page asks its list for, without page and order. */
  filter: z.ZodType<Filter>
  /** What is asked for, in words, for whoever agrees to it and for the file: 实验小学，在岗. */
  describe(ctx: Ctx, filter: Filter): Promise<string>
  count(ctx: Ctx, filter: Filter): Promise<number>
  /** Walks by key, in the order of the list. `after` is null at the end. */
  read(
    ctx: Ctx,
    filter: Filter,
    request: ExportPageRequest,
  ): Promise<{ rows: readonly (readonly ExportCell[])[]; after: string | null }>
}

/** Sources of different filters stand in one list. */
export type AnyExportSource = Omit<ExportSource, 'describe' | 'count' | 'read'> & {
  describe(ctx: Ctx, filter: never): Promise<string>
  count(ctx: Ctx, filter: never): Promise<number>
  read(ctx: Ctx, filter: never, request: ExportPageRequest): ReturnType<ExportSource['read']>
}
