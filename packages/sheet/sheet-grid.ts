import type { Ctx } from '#packages/core'
import type { RawCell } from './raw-cell.ts'

/** A filled cell of a grid, wherever its headings stand. */
export interface GridCell {
  sheetName: string
  /** As in Excel: C4. */
  reference: string
  /** The heading that was recognised: 星期一. */
  heading: string
  /** The headings of the other direction, from the outside in: 上午, 第1节. */
  labels: readonly string[]
  text: string
}

/** Another form of the file: a sheet for each record, and a table in it, as timetables are printed. */
export interface SheetGrid {
  /** Headings across or down by which a sheet is recognised as a grid: 星期一. */
  known: readonly string[]
  /** The headings of the rows into which it is unfolded. */
  headings: readonly string[]
  /** The rows of one cell, in the order of the headings. A cell may have several, or none. */
  unfold(cell: GridCell): readonly (readonly RawCell[])[]
  /** The sheets of an empty template. */
  buildTemplate(ctx: Ctx, orgId: string): Promise<readonly GridTemplateSheet[]>
}

export interface GridTemplateSheet {
  name: string
  /** The first is the heading. */
  rows: readonly (readonly string[])[]
}
