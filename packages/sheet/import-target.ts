import type { Ctx } from '#packages/core'
import type { SheetChoice, SheetColumn } from './sheet-column.ts'

/** A row as it is understood: what stood in its cells, brought into our own form, by the keys of the columns. */
export interface SheetRow {
  /** As Excel counts them. */
  row: number
  /** Empty cells are left out: they change nothing. Choices are here by their values. */
  values: Readonly<Record<string, string>>
  /** Columns that show only a part of what is kept, as exports do: they say nothing and change nothing. */
  masked?: readonly string[]
  /** Columns of days that say the month only: the day in `values` is the first. */
  months?: readonly string[]
  /** What somebody has agreed to for this row, by the codes of the issues: 'elsewhere'. */
  accepted: readonly string[]
}

/** A way to make an issue go away with one press. */
export type Fix =
  /** This value instead. A guess is never taken for several rows together, unless it is the same value in all of them. */
  | { kind: 'set'; column: string; value: string; label: string; isGuess?: boolean }
  /** The row is about this record: it is examined again with `is:` and the id among `accepted`. */
  | { kind: 'is'; id: string; label: string }
  /** It is as it should be: the row is examined again with the code among `accepted`. */
  | { kind: 'accept'; label: string }
  /** The row is left out. */
  | { kind: 'skip'; label: string }

export interface RowIssue {
  /** The key of the column it is about. */
  column: string
  /** Kebab-case; together with the column it is the kind that issues are grouped by. */
  code: string
  /** For people, ending without a full stop: 找不到“语文二组”. */
  message: string
  /** The title of the group, where it is not of the usual ones: 身份证号属于其他单位的人员. */
  title?: string
  /** The best first. */
  fixes?: readonly Fix[]
  /** Somebody has to look at each row: there is no press for all of them. */
  isByRow?: boolean
  /** What is kept of whom the row may be about, by the keys of the columns, as the importer may see it. */
  known?: Readonly<Record<string, string>>
}

/** What importing a row would do. */
export interface RowVerdict {
  issues: readonly RowIssue[]
  /** What no other row of the file may have: its value goes into a hash. */
  keys: readonly { column: string; value: string }[]
  result: 'new' | 'changed' | 'same'
  /** Whom or what the row is about, if that is there already. */
  id: string | null
  /** What would change, with what stands there now, for people; sensitive values with their middle hidden. */
  changes: readonly { column: string; before: string }[]
  /** Anything that must still be so when it is applied: a version. */
  mark: string
  /** Where it is counted in the report: a department's name. Empty: the organisation itself. */
  unit: string
  /**
   * Numbers of the row were looked up outside the importer's scope: whether its issues say that one is registered. The
   * engine counts both against the rate limit.
   */
  outOfScope?: 'reported' | 'unreported'
}

export interface CheckedRow extends SheetRow {
  verdict: RowVerdict
}

/** What a row has done. The engine keeps it sealed, for undoing. */
export interface ImportEffect {
  row: number
  result: 'new' | 'changed'
  /** Of the record that was made or changed. */
  id: string
  /** What is needed to put it back. */
  before: unknown
  /** By which it can be told whether somebody has changed it since: a version. */
  mark: string
}

export interface UndoResult {
  row: number
  /** Why it could not be put back; empty when it was. */
  keptReason: string
}

/** Something that can be imported from a spreadsheet. A module names its targets in `defineServerModule`. */
export interface ImportTarget {
  /** Unique over the house: staff. */
  key: string
  /** 教职工 */
  title: string
  /** 人, 个 */
  measure: string
  /** The page it is begun from and where the result is looked at. */
  page: string
  /** Held over the organisation that is imported into. */
  permission: string
  /** Of the template: raised when a column changes its meaning. */
  version: number
  rowsAtMost: number
  columns: readonly SheetColumn[]
  /** Headings of our own exports that are not imported: 更新时间 is nobody's birthday. */
  notImported?: readonly string[]
  /** How rows are recognised, for people: 匹配规则：身份证号 → 工号 → 姓名＋手机号. */
  matchHint: string
  /** All rows are examined, applied and undone together, because they speak of each other. Otherwise a thousand at a time. */
  isWhole?: boolean
  /** Refuses an organisation out of reach. Its name, and what the columns offer there: departments. */
  loadContext(
    ctx: Ctx,
    orgId: string,
  ): Promise<{ orgName: string; choices: Readonly<Record<string, readonly SheetChoice[]>> }>
  /** Says what each row would do, in the order of the rows. Reads only. Its cells are right one by one. */
  examine(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<readonly RowVerdict[]>
  /** Does it, for rows that have just been examined in the same transaction and are new or changed. */
  apply(ctx: Ctx, orgId: string, rows: readonly CheckedRow[]): Promise<readonly ImportEffect[]>
  /** Puts back what was done, the last first. What somebody has changed since stays, with the reason. */
  undo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<readonly UndoResult[]>
  /** The same without doing it: which rows would stay, and why. */
  previewUndo(ctx: Ctx, orgId: string, effects: readonly ImportEffect[]): Promise<readonly UndoResult[]>
  /** How many there are in each unit now, for the report. */
  countByUnit(ctx: Ctx, orgId: string): Promise<ReadonlyMap<string, number>>
}
