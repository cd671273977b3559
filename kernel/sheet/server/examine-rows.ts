import type { Ctx, LookupRows } from '#packages/core'
import {
  createMaskedIssue,
  type Fix,
  type ImportTarget,
  type RawCell,
  type RowIssue,
  type SheetRow,
  type RowVerdict,
} from '#packages/sheet'
import type { RowState } from '../contract.ts'
import type { RowRecord, WrittenRow } from './import-row-queries.ts'
import type { CheckedCells, BatchCipher } from './batch-cipher.ts'
import type { RowParser } from './row-parser.ts'

/** A decrypted row during a check; it is encrypted again when the check is done. */
export interface OpenRow {
  row: number
  isSkipped: boolean
  raw: readonly RawCell[]
  checked: CheckedCells
  keys: readonly Buffer[]
}

export const rowsPerPiece = 1_000

export const decryptRow = (cipher: BatchCipher, { row, state, keys, raw, checked }: RowRecord): OpenRow => ({
  row,
  isSkipped: state === 'skipped',
  keys,
  raw: cipher.decryptRaw(raw),
  checked: cipher.decryptChecked(checked),
})

export const getIssueKind = ({ column, code }: Pick<RowIssue, 'column' | 'code'>) => `${column}:${code}`

/** All issues of a row, including duplicates. */
export const listRowIssues = ({ issues, duplicates }: CheckedCells): RowIssue[] => [
  ...issues,
  ...duplicates.map(({ column, row }): RowIssue => ({
    column,
    code: 'duplicate',
    message: `与第${row}行重复`,
    fixes: [{ kind: 'skip', label: '跳过重复的行' }],
  })),
]

/** The key of a fix within an issue; two fixes that set the same column differ by a hash of their labels. */
export function getFixKey(cipher: BatchCipher, fix: Fix): string {
  if (fix.kind === 'set') return `set:${fix.column}#${cipher.hashText(fix.label)}`
  return fix.kind === 'is' ? `is#${cipher.hashText(fix.id)}` : fix.kind
}

export const isGuess = (fix: Fix) => fix.kind === 'is' || (fix.kind === 'set' && fix.isGuess === true)

/** The key without the hash: any fix of the same kind. */
export const getFixFamily = (key: string) => key.replace(/#.*$/, '')

export function getRowState({ isSkipped, checked }: Pick<OpenRow, 'isSkipped' | 'checked'>): RowState {
  if (isSkipped) return 'skipped'
  if (!checked.verdict || checked.issues.length > 0 || checked.duplicates.length > 0) return 'wrong'
  return checked.verdict.result
}

const isRepaired = ({ edits, accepted }: CheckedCells) => Object.keys(edits).length > 0 || accepted.length > 0

/** The encrypted row to store. */
export function encryptRow(cipher: BatchCipher, open: OpenRow): WrittenRow {
  const { row, checked, keys } = open
  const state = getRowState(open)
  const issues = state === 'wrong' ? listRowIssues(checked) : []
  const fixes = issues.flatMap((issue) =>
    (issue.fixes ?? []).flatMap((fix) => {
      const key = getFixKey(cipher, fix)
      // A guess can be chosen only by its full key.
      return (isGuess(fix) ? [key] : [key, getFixFamily(key)]).map((name) => `${getIssueKind(issue)}|${name}`)
    }),
  )
  return {
    row,
    state,
    keys,
    isRepaired: isRepaired(checked),
    checked: cipher.encryptChecked(checked),
    kinds: [...new Set(issues.map(getIssueKind))],
    fixes: [...new Set(fixes)],
  }
}

interface Examination {
  target: ImportTarget
  orgId: string
  parser: RowParser
  cipher: BatchCipher
}

/**
 * Parses rows and gets the verdict of the target for each. Duplicates are searched afterwards. A target that compares
 * rows with each other needs all rows.
 */
export async function examineRows(ctx: Ctx, examination: Examination, rows: readonly OpenRow[]): Promise<OpenRow[]> {
  const { target, orgId, parser } = examination
  const parsed = rows.map((open) => {
    const { edits, accepted } = open.checked
    const cells = parser.parseRow(open.raw, edits)
    return { ...open, keys: [], checked: { edits, accepted, ...cells, verdict: null, keyColumns: [], duplicates: [] } }
  })
  const sound = parsed.filter(({ isSkipped, checked }) => !isSkipped && checked.issues.length === 0)
  const verdicts = await getVerdicts(ctx, target, orgId, sound.map(toSheetRow))
  const byRow = new Map(sound.map(({ row }, at) => [row, verdicts[at]!]))
  const examined = parsed.map((open) => withVerdict(examination, open, byRow.get(open.row)))
  await ctx.lookups?.countRows(ctx.actor, countNewLookups(rows, examined))
  return examined
}

/** Counts only numbers that were not looked up before: checking a row again is no new lookup. */
function countNewLookups(before: readonly OpenRow[], after: readonly OpenRow[]): LookupRows {
  const count = (outOfScope: RowVerdict['outOfScope']) =>
    after.filter(({ keys, checked }, at) => {
      const known = before[at]!.keys
      return checked.verdict?.outOfScope === outOfScope && !keys.every((key) => known.some((old) => old.equals(key)))
    }).length
  return { reported: count('reported'), unreported: count('unreported') }
}

/** The verdicts of the target, a thousand rows at a time unless rows depend on each other. */
export async function getVerdicts(
  ctx: Ctx,
  target: ImportTarget,
  orgId: string,
  rows: readonly SheetRow[],
): Promise<RowVerdict[]> {
  const verdicts: RowVerdict[] = []
  const step = target.isWhole ? Math.max(1, rows.length) : rowsPerPiece
  for (let from = 0; from < rows.length; from += step)
    verdicts.push(...(await target.examine(ctx, orgId, rows.slice(from, from + step))))
  if (verdicts.length !== rows.length) throw new Error(`${target.key} says too little about its rows`)
  return verdicts
}

export const toSheetRow = ({ row, checked: { values, masked, months, accepted } }: OpenRow): SheetRow => ({
  row,
  values,
  masked,
  months,
  accepted,
})

function withVerdict({ cipher, target }: Examination, open: OpenRow, verdict: RowVerdict | undefined): OpenRow {
  if (!verdict) return open
  const { issues: found, keys, ...rest } = verdict
  const issues = [...found, ...listMaskedIssues(target, open, rest)]
  return {
    ...open,
    keys: keys.map(({ column, value }) => cipher.hashKey(column, value)),
    checked: { ...open.checked, issues, verdict: rest, keyColumns: keys.map(({ column }) => column) },
  }
}

/** A masked value leaves the stored one unchanged; a new record has no stored value, so it is an issue. */
const listMaskedIssues = ({ columns }: ImportTarget, { checked }: OpenRow, { result }: Pick<RowVerdict, 'result'>) =>
  result === 'new' ? columns.filter(({ key }) => checked.masked.includes(key)).map(createMaskedIssue) : []
