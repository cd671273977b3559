import type { Ctx } from '#packages/core'
import { titleOfIssue, type ImportTarget, type RowIssue } from '#packages/sheet'
import type { BatchSummary, IssueGroup } from '../../contract.ts'
import { cureFamily, cureKey, isGuess, issuesOf, kindOf, openRow } from '../examining.ts'
import { countKinds, countRows, rowsOfKind } from '../import-row-queries.ts'
import type { Sealing } from '../sealing.ts'
import { cellOf } from './import-cells.ts'

const samplesOfGroup = 30
const valuesShown = 3
const wordsShown = 4
/** Here it is what stands in the cell that says most. */
const toldByValue = new Set(['choice', 'unknown', 'ambiguous'])

interface Tally {
  name: string
  count: number
}

/** How a batch stands: how many rows of each state, and what is wrong, by kind. */
export async function summaryOf(
  ctx: Ctx,
  { target, batchId, sealing }: { target: ImportTarget; batchId: string; sealing: Sealing },
): Promise<BatchSummary> {
  const counts = await countRows(ctx.db, batchId)
  if (counts.wrong === 0) return { ...counts, groups: [] }
  const { kinds, cures } = await countKinds(ctx.db, batchId)
  const groups: IssueGroup[] = []
  for (const { name: kind, count } of kinds) {
    const rows = await rowsOfKind(ctx.db, batchId, { kind, limit: samplesOfGroup })
    const samples = rows.flatMap((record): Sample[] => {
      const row = openRow(sealing, record)
      const issue = issuesOf(row.checked).find((other) => kindOf(other) === kind)
      return issue ? [{ issue, value: cellOf(row.checked, issue.column) }] : []
    })
    groups.push(groupOf({ target, sealing, kind, count, cures: ofKind(cures, kind), samples }))
  }
  return { ...counts, groups }
}

const ofKind = (cures: readonly Tally[], kind: string): Tally[] =>
  cures.flatMap(({ name, count }) =>
    name.startsWith(`${kind}|`) ? [{ name: name.slice(kind.length + 1), count }] : [],
  )

interface Sample {
  issue: RowIssue
  value: string
}
interface Group {
  target: ImportTarget
  sealing: Sealing
  kind: string
  count: number
  cures: readonly Tally[]
  samples: readonly Sample[]
}

function groupOf({ target, sealing, kind, count, cures, samples }: Group): IssueGroup {
  const [column = '', code = ''] = kind.split(':')
  const columnTitle = target.columns.find(({ key }) => key === column)?.title ?? ''
  const offered = curesOf(sealing, cures, samples)
  const title = samples.find(({ issue }) => issue.title)?.issue.title ?? titleOfIssue(columnTitle, code)
  return { kind, column, title, hint: hintOf(code, offered, samples), count, cures: offered }
}

/**
 * One press for all of a kind; where their words differ from row to row, one for each of those too, unless they are many.
 * Guesses that differ are pressed one by one, and who somebody is, is said row by row.
 */
function curesOf(sealing: Sealing, cures: readonly Tally[], samples: readonly Sample[]): IssueGroup['cures'] {
  const words = new Map<string, string>()
  const order: string[] = []
  const guesses = new Set<string>()
  if (samples.some(({ issue }) => issue.isByRow)) return []
  for (const cure of samples.flatMap(({ issue }) => issue.cures ?? [])) {
    const key = cureKey(sealing, cure)
    words.set(key, cure.words)
    if (isGuess(cure)) guesses.add(cureFamily(key))
    if (!order.includes(cureFamily(key))) order.push(cureFamily(key))
  }
  return order.flatMap((family) => {
    const members = cures.filter(({ name }) => name !== family && cureFamily(name) === family)
    const told = members
      .filter(({ name }) => words.has(name))
      .map(({ name, count }) => ({ key: name, words: words.get(name)!, count, isGuess: false }))
    if (guesses.has(family)) return told.slice(0, wordsShown).map((cure) => ({ ...cure, isGuess: members.length > 1 }))
    const ofFamily = cures.find(({ name }) => name === family)
    if (!ofFamily) return []
    const only = members.length === 1 ? told[0]?.words : words.get(family)
    if (only !== undefined || members.length === 0)
      return [{ key: family, words: only ?? '', count: ofFamily.count, isGuess: false }]
    const together = { key: family, words: '采用建议的值', count: ofFamily.count, isGuess: false }
    return members.length > wordsShown || told.length < members.length ? [together] : [together, ...told]
  })
}

function hintOf(code: string, cures: IssueGroup['cures'], samples: readonly Sample[]): string {
  if (toldByValue.has(code)) {
    const values = [...new Set(samples.map(({ value }) => value).filter(Boolean))]
    return values
      .slice(0, valuesShown)
      .map((value) => `“${value.slice(0, 20)}”`)
      .join('')
  }
  if (cures[0]) return cures[0].words
  if (samples.some(({ issue }) => issue.isByRow)) return '请逐行核对是否为同一人'
  const words = new Set(samples.map(({ issue }) => issue.words))
  return words.size === 1 ? [...words][0]! : '请逐行修改'
}
