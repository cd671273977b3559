import type { Ctx } from '#packages/core'
import { getIssueTitle, type ImportTarget, type RowIssue } from '#packages/sheet'
import type { BatchSummary, IssueGroup } from '../../contract.ts'
import { getFixFamily, getFixKey, isGuess, listRowIssues, getIssueKind, decryptRow } from '../examine-rows.ts'
import { countIssueKinds, countRows, listRowsOfKind } from '../import-row-queries.ts'
import type { BatchCipher } from '../batch-cipher.ts'
import { getCell } from './present-row.ts'

const samplesOfGroup = 30
const valuesShown = 3
const fixesShown = 4
/** Issues whose title shows the value of the cell. */
const codesNamedByValue = new Set(['choice', 'unknown', 'ambiguous'])

interface NamedCount {
  name: string
  count: number
}

/** The summary of a batch: rows by state, and issues by kind. */
export async function getBatchSummary(
  ctx: Ctx,
  { target, batchId, cipher }: { target: ImportTarget; batchId: string; cipher: BatchCipher },
): Promise<BatchSummary> {
  const counts = await countRows(ctx.db, batchId)
  if (counts.wrong === 0) return { ...counts, groups: [] }
  const { kinds, fixes } = await countIssueKinds(ctx.db, batchId)
  const groups: IssueGroup[] = []
  for (const { name: kind, count } of kinds) {
    const rows = await listRowsOfKind(ctx.db, batchId, { kind, limit: samplesOfGroup })
    const samples = rows.flatMap((record): IssueSample[] => {
      const row = decryptRow(cipher, record)
      const issue = listRowIssues(row.checked).find((other) => getIssueKind(other) === kind)
      return issue ? [{ issue, value: getCell(row.checked, issue.column) }] : []
    })
    groups.push(buildGroup({ target, cipher, kind, count, fixes: filterByKind(fixes, kind), samples }))
  }
  return { ...counts, groups }
}

const filterByKind = (fixes: readonly NamedCount[], kind: string): NamedCount[] =>
  fixes.flatMap(({ name, count }) =>
    name.startsWith(`${kind}|`) ? [{ name: name.slice(kind.length + 1), count }] : [],
  )

interface IssueSample {
  issue: RowIssue
  value: string
}
interface GroupInput {
  target: ImportTarget
  cipher: BatchCipher
  kind: string
  count: number
  fixes: readonly NamedCount[]
  samples: readonly IssueSample[]
}

function buildGroup({ target, cipher, kind, count, fixes, samples }: GroupInput): IssueGroup {
  const [column = '', code = ''] = kind.split(':')
  const columnTitle = target.columns.find(({ key }) => key === column)?.title ?? ''
  const offered = listGroupFixes(cipher, fixes, samples)
  const title = samples.find(({ issue }) => issue.title)?.issue.title ?? getIssueTitle(columnTitle, code)
  return { kind, column, title, hint: getGroupHint(code, offered, samples), count, fixes: offered }
}

/**
 * One fix for all rows of a kind; if their labels differ, also one per label unless there are many. Different guesses
 * are applied one by one, and identity questions row by row.
 */
function listGroupFixes(
  cipher: BatchCipher,
  fixes: readonly NamedCount[],
  samples: readonly IssueSample[],
): IssueGroup['fixes'] {
  const labels = new Map<string, string>()
  const order: string[] = []
  const guesses = new Set<string>()
  if (samples.some(({ issue }) => issue.isByRow)) return []
  for (const fix of samples.flatMap(({ issue }) => issue.fixes ?? [])) {
    const key = getFixKey(cipher, fix)
    labels.set(key, fix.label)
    if (isGuess(fix)) guesses.add(getFixFamily(key))
    if (!order.includes(getFixFamily(key))) order.push(getFixFamily(key))
  }
  return order.flatMap((family) => {
    const members = fixes.filter(({ name }) => name !== family && getFixFamily(name) === family)
    const labelled = members
      .filter(({ name }) => labels.has(name))
      .map(({ name, count }) => ({ key: name, label: labels.get(name)!, count, isGuess: false }))
    if (guesses.has(family))
      return labelled.slice(0, fixesShown).map((fix) => ({ ...fix, isGuess: members.length > 1 }))
    const ofFamily = fixes.find(({ name }) => name === family)
    if (!ofFamily) return []
    const only = members.length === 1 ? labelled[0]?.label : labels.get(family)
    if (only !== undefined || members.length === 0)
      return [{ key: family, label: only ?? '', count: ofFamily.count, isGuess: false }]
    const together = { key: family, label: '采用建议的值', count: ofFamily.count, isGuess: false }
    return members.length > fixesShown || labelled.length < members.length ? [together] : [together, ...labelled]
  })
}

function getGroupHint(code: string, fixes: IssueGroup['fixes'], samples: readonly IssueSample[]): string {
  if (codesNamedByValue.has(code)) {
    const values = [...new Set(samples.map(({ value }) => value).filter(Boolean))]
    return values
      .slice(0, valuesShown)
      .map((value) => `“${value.slice(0, 20)}”`)
      .join('')
  }
  if (fixes[0]) return fixes[0].label
  if (samples.some(({ issue }) => issue.isByRow)) return '请逐行核对是否为同一人'
  const messages = new Set(samples.map(({ issue }) => issue.message))
  return messages.size === 1 ? [...messages][0]! : '请逐行修改'
}
