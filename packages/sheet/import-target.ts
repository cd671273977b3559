import type { Ctx } from '#packages/core'
import type { SheetChoice, SheetColumn } from './sheet-column.ts'
import type { SheetGrid } from './sheet-grid.ts'

/** A parsed row: normalised values by column key. */
export interface SheetRow {
  /** The row number as in Excel. */
  row: number
  /** Empty cells are left out and change nothing. Choices are given by value. */
  values: Readonly<Record<string, string>>
  /** Columns with masked values, as exports have them: they change nothing. */
  masked?: readonly string[]
  /** Date columns with only a month: the day in `values` is the first. */
  months?: readonly string[]
  /** Accepted issues of this row, by code: 'elsewhere'. */
  accepted: readonly string[]
}

/** A one-click correction of an issue. */
export type Fix =
  /**
   * Sets this value. A guess is never applied to several rows together, unless the value is the same in all of them.
   */
  | { kind: 'set'; column: string; value: string; label: string; isGuess?: boolean }
  /** The row is about this record: it is examined again with `is:` and the id among `accepted`. */
  | { kind: 'is'; id: string; label: string }
  /** The row is correct: it is examined again with the code among `accepted`. */
  | { kind: 'accept'; label: string }
  /** Skips the row. */
  | { kind: 'skip'; label: string }

export interface RowIssue {
  /** The key of the column. */
  column: string
  /** Kebab-case; column and code together are the kind by which issues are grouped. */
  code: string
  /** A text for users without a full stop: 找不到“语文二组”. */
  message: string
  /** The title of the group, if it is not a standard one: 身份证号属于其他单位的人员. */
  title?: string
  /** The best first. */
  fixes?: readonly Fix[]
  /** Each row needs its own decision: there is no fix for all of them. */
  isByRow?: boolean
  /** The existing record that the row may be about, by column key, as the importer may see it. */
  known?: Readonly<Record<string, string>>
}

/** The effect of importing a row. */
export interface RowVerdict {
  issues: readonly RowIssue[]
  /** Keys that must be unique in the file; they are stored as hashes. */
  keys: readonly { column: string; value: string }[]
  result: 'new' | 'changed' | 'same'
  /** The existing record that the row is about, if any. */
  id: string | null
  /** The changed columns with their current values as text; sensitive values are masked. */
  changes: readonly { column: string; before: string }[]
  /** A value that must be unchanged when the row is applied: a version. */
  mark: string
  /** The unit in the report: the name of a department. Empty: the organisation itself. */
  unit: string
  /**
   * Numbers of the row were looked up outside the importer's scope: whether its issues report a registered one. The
   * engine counts both against the rate limit.
   */
  outOfScope?: 'reported' | 'unreported'
}

export interface CheckedRow extends SheetRow {
  verdict: RowVerdict
}

/** The effect of an imported row. The engine stores it encrypted, for undoing. */
export interface ImportEffect {
  row: number
  result: 'new' | 'changed'
  /** The id of the created or changed record. */
  id: string
  /** The data for restoring it. */
  before: unknown
  /** A value that shows whether it was changed since: a version. */
  mark: string
}

export interface UndoResult {
  row: number
  /** Why it was not restored; empty when it was. */
  keptReason: string
}

/** Something that can be imported from a spreadsheet. A module names its targets in `defineServerModule`. */
export interface ImportTarget {
  /** Unique in the app: staff. */
  key: string
  /** For example 教职工. */
  title: string
  /** For example 人, 个. */
  measure: string
  /** The page from which it is started and where the result is shown. */
  page: string
  /** Required in the organisation of the import. */
  permission: string
  /** The version of the template: increased when a column changes its meaning. */
  version: number
  rowsAtMost: number
  columns: readonly SheetColumn[]
  /** Headings of our own exports that are not imported: 更新时间 is no birthday. */
  notImported?: readonly string[]
  /** A second form of the file, which is unfolded into rows when it is read. */
  grid?: SheetGrid
  /** Rows never update records: every import makes its own. */
  isAlwaysNew?: boolean
  /** How rows are recognised, as text: 匹配规则：身份证号 → 工号 → 姓名＋手机号. */
  matchHint: string
  /**
   * All rows are examined, applied and undone together, because they depend on each other. Otherwise a thousand at a
   * time.
   */
  isWhole?: boolean
  /** The name and the choices of the organisation, for example departments. Refuses an organisation out of scope. */
  loadContext(
    ctx: Ctx,
    orgId: string,
  ): Promise<{ orgName: string; choices: Readonly<Record<string, readonly SheetChoice[]>> }>
  /** The verdict of each row, in order. Reads only. The single cells are valid. */
  examine(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<readonly RowVerdict[]>
  /** Imports rows that were examined in the same transaction and are new or changed. */
  apply(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<readonly ImportEffect[]>
  /** Undoes effects, the last first. Records changed since stay, with the reason. */
  undo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<readonly UndoResult[]>
  /** Previews the undo: which rows would stay, and why. */
  previewUndo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<readonly UndoResult[]>
  /** The current count of each unit, for the report. */
  countByUnit(ctx: Ctx, orgId: string): Promise<ReadonlyMap<string, number>>
}
