import type { Ctx, LookupRows } from '#packages/core'
import {
  maskedIssue,
  type Cure,
  type ImportTarget,
  type RawCell,
  type RowIssue,
  type SheetRow,
  type Verdict,
} from '#packages/sheet'
import type { RowState } from '../contract.ts'
import type { RowRecord, WrittenRow } from './import-row-queries.ts'
import type { Checked, Sealing } from './sealing.ts'
import type { Understanding } from './understanding.ts'

/** A row that is being looked at: opened, and written back when all is said. */
export interface OpenRow {
  row: number
  isSkipped: boolean
  raw: readonly RawCell[]
  checked: Checked
  keys: readonly Buffer[]
}

export const pieceRows = 1_000

export const openRow = (sealing: Sealing, { row, state, keys, raw, checked }: RowRecord): OpenRow => ({
  row,
  isSkipped: state === 'skipped',
  keys,
  raw: sealing.openRaw(raw),
  checked: sealing.openChecked(checked),
})

export const kindOf = ({ column, code }: Pick<RowIssue, 'column' | 'code'>) => `${column}:${code}`

/** All that is wrong with a row, with what other rows have to do with it. */
export const issuesOf = ({ issues, twins }: Checked): RowIssue[] => [
  ...issues,
  ...twins.map(({ column, row }): RowIssue => ({
    column,
    code: 'duplicate',
    words: `与第${row}行重复`,
    cures: [{ kind: 'skip', words: '跳过重复的行' }],
  })),
]

/** The name of a cure among those of an issue; two that set a column differ by their words. */
export function cureKey(sealing: Sealing, cure: Cure): string {
  if (cure.kind === 'set') return `set:${cure.column}#${sealing.wordsOf(cure.words)}`
  return cure.kind === 'is' ? `is#${sealing.wordsOf(cure.id)}` : cure.kind
}

export const isGuess = (cure: Cure) => cure.kind === 'is' || (cure.kind === 'set' && cure.isGuess === true)

/** The same, without the words: whichever of its kind is the best for a row. */
export const cureFamily = (key: string) => key.replace(/#.*$/, '')

export function stateOf({ isSkipped, checked }: Pick<OpenRow, 'isSkipped' | 'checked'>): RowState {
  if (isSkipped) return 'skipped'
  if (!checked.verdict || checked.issues.length > 0 || checked.twins.length > 0) return 'wrong'
  return checked.verdict.result
}

const isRepaired = ({ edits, accepted }: Checked) => Object.keys(edits).length > 0 || accepted.length > 0

/** How it is written back. */
export function closeRow(sealing: Sealing, open: OpenRow): WrittenRow {
  const { row, checked, keys } = open
  const state = stateOf(open)
  const issues = state === 'wrong' ? issuesOf(checked) : []
  const cures = issues.flatMap((issue) =>
    (issue.cures ?? []).flatMap((cure) => {
      const key = cureKey(sealing, cure)
      // What is guessed is pressed by its words only.
      return (isGuess(cure) ? [key] : [key, cureFamily(key)]).map((name) => `${kindOf(issue)}|${name}`)
    }),
  )
  return {
    row,
    state,
    keys,
    isRepaired: isRepaired(checked),
    checked: sealing.sealChecked(checked),
    kinds: [...new Set(issues.map(kindOf))],
    cures: [...new Set(cures)],
  }
}

interface Examination {
  target: ImportTarget
  orgId: string
  understanding: Understanding
  sealing: Sealing
}

/**
 * Understands rows and asks the target what each would do. What other rows of the file have in common with them is
 * looked for afterwards. With a target that looks at rows together, all of them have to be here.
 */
export async function examineRows(ctx: Ctx, examination: Examination, rows: readonly OpenRow[]): Promise<OpenRow[]> {
  const { target, orgId, understanding } = examination
  const understood = rows.map((open) => {
    const { edits, accepted } = open.checked
    const cells = understanding.row(open.raw, edits)
    return { ...open, keys: [], checked: { edits, accepted, ...cells, verdict: null, keyColumns: [], twins: [] } }
  })
  const sound = understood.filter(({ isSkipped, checked }) => !isSkipped && checked.issues.length === 0)
  const verdicts = await verdictsOn(ctx, target, orgId, sound.map(asSheetRow))
  const byRow = new Map(sound.map(({ row }, at) => [row, verdicts[at]!]))
  const examined = understood.map((open) => withVerdict(examination, open, byRow.get(open.row)))
  await ctx.lookups?.countRows(ctx.actor, newLookups(rows, examined))
  return examined
}

/** Rows with numbers that were not looked up for the row before: checking a row again is no new lookup. */
function newLookups(before: readonly OpenRow[], after: readonly OpenRow[]): LookupRows {
  const count = (outOfScope: Verdict['outOfScope']) =>
    after.filter(({ keys, checked }, at) => {
      const known = before[at]!.keys
      return checked.verdict?.outOfScope === outOfScope && !keys.every((key) => known.some((old) => old.equals(key)))
    }).length
  return { reported: count('reported'), unreported: count('unreported') }
}

/** What the target says, of a thousand rows at a time unless they speak of each other. */
export async function verdictsOn(
  ctx: Ctx,
  target: ImportTarget,
  orgId: string,
  rows: readonly SheetRow[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const step = target.isWhole ? Math.max(1, rows.length) : pieceRows
  for (let from = 0; from < rows.length; from += step)
    verdicts.push(...(await target.examine(ctx, orgId, rows.slice(from, from + step))))
  if (verdicts.length !== rows.length) throw new Error(`${target.key} says too little about its rows`)
  return verdicts
}

export const asSheetRow = ({ row, checked: { values, masked, months, accepted } }: OpenRow): SheetRow => ({
  row,
  values,
  masked,
  months,
  accepted,
})

function withVerdict({ sealing, target }: Examination, open: OpenRow, verdict: Verdict | undefined): OpenRow {
  if (!verdict) return open
  const { issues: found, keys, ...rest } = verdict
  const issues = [...found, ...unknownBehindMasks(target, open, rest)]
  return {
    ...open,
    keys: keys.map(({ column, value }) => sealing.keyOf(column, value)),
    checked: { ...open.checked, issues, verdict: rest, keyColumns: keys.map(({ column }) => column) },
  }
}

/** What is masked stays as it is; of whoever is new there is nothing yet that could. */
const unknownBehindMasks = ({ columns }: ImportTarget, { checked }: OpenRow, { result }: Pick<Verdict, 'result'>) =>
  result === 'new' ? columns.filter(({ key }) => checked.masked.includes(key)).map(maskedIssue) : []
