import { z } from 'zod'
import { idOf, upload } from '#packages/contract'

export const importBytes = 20 * 1024 * 1024
export const importSuffixes = ['xlsx', 'xls', 'csv'] as const
/** Cells that are changed with one call: a block pasted from Excel. */
export const maxCellsPerCall = 5_000
export const undoHours = 24

/**
 * reading: the file is taken apart; mapping: somebody says what the columns are; checking; ready: it can be repaired and
 * applied; applying; applied; undoing; undone; failed: the file cannot be read, or applying ended by a fault, `words` say
 * why, and nothing was written; discarded.
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
const choice = z.object({ value: z.string(), title: z.string() })

const targetColumn = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'id-card', 'mobile', 'phone', 'date', 'choice', 'number', 'lookup']),
  isRequired: z.boolean(),
  /** Stands in the grid beside whatever is wrong. */
  isName: z.boolean(),
  hint: z.string(),
  /** What may stand there, where that is a list: for choosing instead of typing. */
  choices: z.array(choice),
})
export type TargetColumn = z.output<typeof targetColumn>

/** How somebody's imports of a kind stand: what is unfinished can be gone on with. */
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
  rowsAtMost: z.int(),
  orgName: z.string(),
  columns: z.array(targetColumn),
  /** One's own of the last seven days, newest first. */
  recent: z.array(batchListItem),
})
export type TargetFacts = z.output<typeof targetFacts>

export const beginImportForm = z.object({
  target,
  orgId: idOf('organisation'),
  file: upload({ maxBytes: importBytes, tooLarge: '文件超过20MB，请拆分后上传' }),
})

/** A column of the file, and what it was taken for. */
const fileColumn = z.object({
  /** From 0. */
  at: z.int(),
  /** As Excel calls it: A, AB. */
  letter: z.string(),
  heading: z.string(),
  /** The first values that differ, at most three. */
  samples: z.array(z.string()),
  /** The key of the column; null: not imported. */
  key: z.string().nullable(),
  /** sure: by its heading; guess: by what stands in it, or by a heading that is only alike; remembered: as last time. */
  how: z.enum(['sure', 'guess', 'remembered', 'chosen', 'none']),
  /** What is odd about it already: 14 行为科学计数法. Empty as a rule. */
  note: z.string(),
})
export type FileColumn = z.output<typeof fileColumn>

/** Words in a column of choices that were understood in another way: 2 → 女. */
const valuePairs = z.object({
  column: z.string(),
  pairs: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
})

/** One press for all rows of a group. `key` names it when it is pressed. */
const groupFix = z.object({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  /** One of several guesses: it is never taken together with others. */
  isGuess: z.boolean(),
})

const group = z.object({
  /** `idCard:mangled` */
  kind: z.string(),
  column: z.string(),
  /** 身份证号成了科学计数法 */
  title: z.string(),
  /** What can be done, in a few words; or what stands there: “709”“7-3班”. */
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
  /** Rows in which somebody has changed something. */
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
  /** Wrong ones and those that were left out. */
  left: z.int(),
  repaired: z.int(),
  /** Until then, while it can be undone; null when it was, or when it is too late. */
  undoUntil: z.iso.datetime().nullable(),
  units: z.array(z.object({ name: z.string(), before: z.int(), new: z.int(), changed: z.int(), now: z.int() })),
  /** After undoing: rows that somebody had changed meanwhile and that stayed. */
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
  /** Why it failed, or what there is to know: 这个文件已于11月14日导入过. */
  message: z.string(),
  rowCount: z.int(),
  /** How far reading, checking, applying or undoing is. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  columns: z.array(fileColumn),
  values: z.array(valuePairs),
  /** From `ready` on. */
  summary: summary.nullable(),
  /** From `applied` on. */
  report: report.nullable(),
  /** What is under way, in the task centre. */
  taskId: idOf('task').nullable(),
  createdAt: z.iso.datetime(),
})
export type Batch = z.output<typeof batch>

export const batchIdForm = z.object({ id: idOf('import-batch') })

export const mappingForm = z.object({
  id: idOf('import-batch'),
  columns: z.array(z.object({ at: z.int().min(0).max(500), key: z.string().max(60).nullable() })).max(500),
  /** Use it for the next file with the same headings too. */
  remember: z.boolean(),
})

export const rowStates = ['new', 'changed', 'same', 'wrong', 'skipped'] as const
export type RowState = (typeof rowStates)[number]

/** As Excel counts them, and no more than a column of ours holds. */
const rowNumber = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const rowsForm = z.object({
  id: idOf('import-batch'),
  /** Of one group only, by its kind. What has been repaired since the group was opened is asked for by `with`. */
  kind: z.string().max(100).nullable().default(null),
  state: z.enum(rowStates).nullable().default(null),
  /** These rows too, though they are right now. */
  with: z.array(rowNumber).max(1000).default([]),
  pageNumber: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(200).default(50),
})

const rowIssue = z.object({
  kind: z.string(),
  column: z.string(),
  message: z.string(),
  /** What is kept of whom the row may be about, by the keys of columns, as one may see it. Null where that is not the question. */
  known: z.record(z.string(), z.string()).nullable(),
  /** 改为身份证上的性别: one press in the grid, for the best cure there is. */
  fixes: z.array(z.object({ key: z.string(), label: z.string(), column: z.string(), value: z.string() })),
})

export const batchRow = z.object({
  row: z.int(),
  state: z.enum(rowStates),
  /** As they are understood where they are, and as they were written where they are not; by the keys of the columns. */
  cells: z.record(z.string(), z.string()),
  /** The columns in which somebody has changed something. */
  repaired: z.array(z.string()),
  issues: z.array(rowIssue),
  /** Of changed rows: what stands there now. */
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
  /** Of one of the cures of the group. */
  fix: z.string().max(200),
  /** Only these; without it all of the group. */
  rows: z.array(rowNumber).max(maxCellsPerCall).nullable().default(null),
})

/** The best remedy of several groups at once; what a row has in two of them happens together. */
export const fixAllForm = z.object({
  id: idOf('import-batch'),
  fixes: z
    .array(z.object({ kind: z.string().max(100), fix: z.string().max(200) }))
    .min(1, '请至少选择一类')
    .max(50),
})

/** All rows in which a column holds this: a department under another name. */
export const replaceForm = z.object({
  id: idOf('import-batch'),
  column: z.string().max(60),
  from: z.string().max(2000),
  to: z.string().max(2000),
})

export const repaired = z.object({
  count: z.int(),
  summary,
  /** What stood there before, for taking it back; empty where it were too many. */
  before: z.array(z.object({ row: z.int(), column: z.string(), value: z.string() })),
  skipped: z.array(z.int()),
  /** Those that were touched, as they are now, where they are not too many for a page. */
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
