import type { z } from 'zod'
import type { Ctx } from '#packages/core'
import type { ExportCell } from './export-cell.ts'
import type { SheetPart } from './sheet-stream.ts'

export interface ExportColumn {
  key: string
  title: string
  /** In characters. */
  width?: number
  kind?: 'text' | 'number'
  /** Masked, unless the full value was requested with the permission and a reason, and was approved. */
  isSensitive?: boolean
  /**
   * Also sensitive when one of these columns is in the same file: a birthday beside a masked number discloses half of
   * it.
   */
  isSensitiveBeside?: readonly string[]
  /** A permission: nobody else sees the column. */
  visibleWith?: string
}

export interface ExportPageRequest {
  /** Keys, in the order of the columns of the file. */
  columns: readonly string[]
  /** Sensitive values in full instead of masked. */
  isWhole: boolean
  /** Where the previous piece ended; null for the first. */
  after: string | null
  limit: number
}

/** A list that can be exported as a spreadsheet. A module names its sources in `defineServerModule`. */
export interface ExportSource<Filter = unknown> {
  /** Unique in the app: staff. */
  key: string
  /** For example 教职工. */
  title: string
  measure: string
  /** The permission of the list: an export never covers more. */
  permission: string
  /** The rows are people: large exports need an approval. */
  isOfPeople: boolean
  /** Every export needs a reason; the message where it is missing. */
  needsReason?: string
  columns: readonly ExportColumn[]
  /** The filter of the list page, without page and order. */
  filter: z.ZodType<Filter>
  /** The filter as text, for the approver and for the file: 实验小学，在岗. */
  describe(ctx: Ctx, filter: Filter): Promise<string>
  count(ctx: Ctx, filter: Filter): Promise<number>
  /** Reads by key, in the order of the list. `after` is null at the end. */
  read(
    ctx: Ctx,
    filter: Filter,
    request: ExportPageRequest,
  ): Promise<{ rows: readonly (readonly ExportCell[])[]; after: string | null }>
  /** Sheets after that of the rows: what the columns mean. */
  listSheets?(ctx: Ctx, filter: Filter): Promise<readonly SheetPart[]>
}

/** A source of any filter type, for lists of sources. */
export type AnyExportSource = Omit<ExportSource, 'describe' | 'count' | 'read' | 'listSheets'> & {
  describe(ctx: Ctx, filter: never): Promise<string>
  count(ctx: Ctx, filter: never): Promise<number>
  read(ctx: Ctx, filter: never, request: ExportPageRequest): ReturnType<ExportSource['read']>
  listSheets?(ctx: Ctx, filter: never): Promise<readonly SheetPart[]>
}
