import { z } from 'zod'
import { idOf, upload } from '#packages/contract'

export const importBytes = 20 * 1024 * 1024
export const importSuffixes = ['xlsx', 'xls', 'csv'] as const
/** The most cells of one call: a block pasted from Excel. */
export const maxCellsPerCall = 5_000
export const undoHours = 24

/**
 * reading: the file is parsed; mapping: the user assigns the columns; checking; ready: rows can be repaired and
 * applied; applying; applied; undoing; undone; failed: the file cannot be read or applying ended with an error,
 * `message` has the reason and nothing was written; discarded.
 */
export const batchStatuses = [
  'reading',
  'mapping',
  'checking',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const
export type BatchStatus = (typeof batchStatuses)[number]

const target = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, '没有这种导入')
export const targetQuery = z.object({ target, orgId: idOf('organisation') })
/** The template of the rows, or of the grid where the target has one. */
export const templateQuery = targetQuery.extend({ form: z.enum(['rows', 'grid']).default('rows') })
const choice = z.object({ value: z.string(), title: z.string() })

const targetColumn = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'id-card', 'mobile', 'phone', 'date', 'choice', 'number', 'lookup']),
  isRequired: z.boolean(),
  /** Shown in the grid beside the wrong cells. */
  isName: z.boolean(),
  /** Only in rows that were unfolded from a grid. */
  isOfGrid: z.boolean(),
  hint: z.string(),
  /** The allowed values of a choice column. */
  choices: z.array(choice),
})
export type TargetColumn = z.output<typeof targetColumn>

/** The state of an import; an unfinished one can be continued. */
const batchListItem = z.object({
  id: idOf('import-batch'),
  fileName: z.string(),
  orgName: z.string(),
  status: z.enum(batchStatuses),
  rowCount: z.int(),
  createdAt: z.iso.datetime(),
})
export type BatchListItem = z.output<typeof batchListItem>

export const targetFacts = z.object({
  key: z.string(),
  title: z.string(),
  measure: z.string(),
  page: z.string(),
  matchHint: z.string(),
  /** The file may also be a grid: a sheet for each record. */
  hasGrid: z.boolean(),
  /** Every import makes its own records and updates none. */
  isAlwaysNew: z.boolean(),
  rowsAtMost: z.int(),
  orgName: z.string(),
  columns: z.array(targetColumn),
  /** The caller's own imports of the last seven days, newest first. */
  recent: z.array(batchListItem),
})
export type TargetFacts = z.output<typeof targetFacts>

export const beginImportForm = z.object({
  target,
  orgId: idOf('organisation'),
  /** Values of columns for cells that the file leaves empty, as in an address: term=… */
  preset: z.string().max(300).default(''),
  file: upload({ maxBytes: importBytes, tooLarge: '文件超过20MB，请拆分后上传' }),
})

/** A column of the file and the column it was mapped to. */
const fileColumn = z.object({
  /** Counted from 0. */
  at: z.int(),
  /** The column letter in Excel: A, AB. */
  letter: z.string(),
  heading: z.string(),
  /** The first distinct values, at most three. */
  samples: z.array(z.string()),
  /** The key of the column; null: not imported. */
  key: z.string().nullable(),
  /** sure: by the heading; guess: by the values or by a similar heading; remembered: as last time. */
  how: z.enum(['sure', 'guess', 'remembered', 'chosen', 'none']),
  /** A problem that is visible already: 14 行为科学计数法. Usually empty. */
  note: z.string(),
})
export type FileColumn = z.output<typeof fileColumn>

/** Values of a choice column that were matched to another value: 2 → 女. */
const valuePairs = z.object({
  column: z.string(),
  pairs: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
})

/** One correction for all rows of a group; `key` identifies it in the request. */
const groupFix = z.object({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  /** One of several guesses: it is never applied together with others. */
  isGuess: z.boolean(),
})

const group = z.object({
  /** For example `idCard:mangled`. */
  kind: z.string(),
  column: z.string(),
  /** For example 身份证号成了科学计数法. */
  title: z.string(),
  /** What can be done, or the wrong values: “709”“7-3班”. */
  hint: z.string(),
  count: z.int(),
  fixes: z.array(groupFix),
})
export type IssueGroup = z.output<typeof group>

const summary = z.object({
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  wrong: z.int(),
  skipped: z.int(),
  /** Rows that somebody has changed. */
  repaired: z.int(),
  groups: z.array(group),
})
export type BatchSummary = z.output<typeof summary>

const report = z.object({
  appliedAt: z.iso.datetime(),
  seconds: z.number(),
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  /** Wrong rows and skipped rows. */
  left: z.int(),
  repaired: z.int(),
  /** The end of the undo period; null when it was undone or the period is over. */
  undoUntil: z.iso.datetime().nullable(),
  units: z.array(z.object({ name: z.string(), before: z.int(), new: z.int(), changed: z.int(), now: z.int() })),
  /** After undoing: rows that were kept because somebody had changed them since. */
  keptRows: z.array(z.object({ row: z.int(), reason: z.string() })),
})
export type BatchReport = z.output<typeof report>

export const batch = z.object({
  id: idOf('import-batch'),
  target: z.string(),
  title: z.string(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  fileName: z.string(),
  sheetName: z.string(),
  status: z.enum(batchStatuses),
  /** Why it failed, or a notice: 这个文件已于11月14日导入过. */
  message: z.string(),
  rowCount: z.int(),
  /** The progress of reading, checking, applying or undoing. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  columns: z.array(fileColumn),
  values: z.array(valuePairs),
  /** From `ready` on. */
  summary: summary.nullable(),
  /** From `applied` on. */
  report: report.nullable(),
  /** The running task in the task centre. */
  taskId: idOf('task').nullable(),
  createdAt: z.iso.datetime(),
})
export type Batch = z.output<typeof batch>

export const batchIdForm = z.object({ id: idOf('import-batch') })

export const mappingForm = z.object({
  id: idOf('import-batch'),
  columns: z.array(z.object({ at: z.int().min(0).max(500), key: z.string().max(60).nullable() })).max(500),
  /** Stores the mapping for the next file with the same headings. */
  remember: z.boolean(),
})

export const rowStates = ['new', 'changed', 'same', 'wrong', 'skipped'] as const
export type RowState = (typeof rowStates)[number]

/** Row numbers as in Excel, limited to the range of the database column. */
const rowNumber = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const rowsForm = z.object({
  id: idOf('import-batch'),
  /** Rows of one group only, by its kind. Rows repaired since the group was opened are requested by `with`. */
  kind: z.string().max(100).nullable().default(null),
  state: z.enum(rowStates).nullable().default(null),
  /** Additional rows, even if they are correct now. */
  with: z.array(rowNumber).max(1000).default([]),
  pageNumber: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(50),
})

const rowIssue = z.object({
  kind: z.string(),
  column: z.string(),
  message: z.string(),
  /**
   * The existing record that the row may be about, by column key, masked for the caller. null when identity is not in
   * question.
   */
  known: z.record(z.string(), z.string()).nullable(),
  /** For example 改为身份证上的性别: the best correction, offered in the grid. */
  fixes: z.array(z.object({ key: z.string(), label: z.string(), column: z.string(), value: z.string() })),
})

export const batchRow = z.object({
  row: z.int(),
  state: z.enum(rowStates),
  /** Parsed values, or the original text where parsing failed; by column key. */
  cells: z.record(z.string(), z.string()),
  /** The columns that somebody has changed. */
  repaired: z.array(z.string()),
  issues: z.array(rowIssue),
  /** For changed rows: the values stored now. */
  changes: z.array(z.object({ column: z.string(), before: z.string() })),
})
export type BatchRow = z.output<typeof batchRow>

export const repairForm = z.object({
  id: idOf('import-batch'),
  cells: z
    .array(z.object({ row: rowNumber, column: z.string().max(60), value: z.string().max(2000, '内容过长') }))
    .max(maxCellsPerCall, `一次最多修改${maxCellsPerCall}个单元格`)
    .default([]),
  skip: z.array(rowNumber).max(maxCellsPerCall).default([]),
  unskip: z.array(rowNumber).max(maxCellsPerCall).default([]),
})

export const fixForm = z.object({
  id: idOf('import-batch'),
  kind: z.string().max(100),
  /** The key of one fix of the group. */
  fix: z.string().max(200),
  /** Only these rows; null for all of the group. */
  rows: z.array(rowNumber).max(maxCellsPerCall).nullable().default(null),
})

/** Applies the best fix of several groups; fixes of the same row are applied together. */
export const fixAllForm = z.object({
  id: idOf('import-batch'),
  fixes: z
    .array(z.object({ kind: z.string().max(100), fix: z.string().max(200) }))
    .min(1, '请至少选择一类')
    .max(50),
})

/** Replaces a value of a column in all rows: a department under another name. */
export const replaceForm = z.object({
  id: idOf('import-batch'),
  column: z.string().max(60),
  from: z.string().max(2000),
  to: z.string().max(2000),
})

export const repaired = z.object({
  count: z.int(),
  summary,
  /** The previous values, for undoing; empty when there are too many. */
  before: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
  skipped: z.array(z.int()),
  /** The changed rows, when they fit on a page. */
  rows: z.array(batchRow),
})
export type Repaired = z.output<typeof repaired>

export const applyForm = z.object({
  id: idOf('import-batch'),
  /** all: 全部通过才导入; good: 仅导入正确行. */
  mode: z.enum(['all', 'good']),
})

export const undoPreview = z.object({
  removed: z.int(),
  restored: z.int(),
  keptRows: z.array(z.object({ row: z.int(), reason: z.string() })),
})
