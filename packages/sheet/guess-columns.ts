import type { RawCell } from './raw-cell.ts'
import type { ColumnKind, SheetColumn } from './sheet-column.ts'
import { parseDay } from './parse-dates.ts'
import { exactScore, getHeadingScore } from './heading-score.ts'
import { findChoice } from './find-choice.ts'
import { isMangledIdCard, parseMobile, parsePhone } from './parse-numbers.ts'
import { isScientific, toHalfWidth, getCellText } from './cell-text.ts'

export interface ColumnGuess {
  /** Of the column; null where it is none of them. */
  key: string | null
  how: 'sure' | 'guess' | 'none'
  /** What is odd about it already: 14 行为科学计数法. Empty as a rule. */
  note: string
}

const looksLikeIdCard = (raw: RawCell) =>
  isMangledIdCard(raw) || /^\d{15}(\d\d[\dX*])?$|^\d{3,6}\*+[\dX]{2,4}$/i.test(toHalfWidth(getCellText(raw)))

/** Whether a value looks like one of this kind, right or not. Kinds that take any words are not here. */
const matchers: Partial<Record<ColumnKind, (column: SheetColumn, raw: RawCell) => boolean>> = {
  'id-card': (_, raw) => looksLikeIdCard(raw),
  mobile: (column, raw) => typeof parseMobile(column, raw) === 'string',
  phone: (column, raw) => typeof parsePhone(column, raw) === 'string',
  date: (_, raw) => parseDay(raw) !== undefined,
  choice: ({ choices = [] }, raw) => findChoice(getCellText(raw), choices) !== undefined,
}

/** How many of the values look like it, from 0 to 1; nothing where that cannot be said. */
function getMatchShare(column: SheetColumn, values: readonly RawCell[]): number | undefined {
  const matches = column.kind === 'choice' && !column.choices ? undefined : matchers[column.kind]
  if (!matches || values.length === 0) return undefined
  return values.filter((raw) => matches(column, raw)).length / values.length
}

/** Yes and no stand under many headings, and days too: they do not tell which. */
const isDistinctive = (column: SheetColumn, columns: readonly SheetColumn[]) => {
  if (column.kind === 'choice') return !column.choices?.some(({ title }) => title === '是' || title === '有')
  const isOnly = columns.filter(({ kind }) => kind === column.kind).length === 1
  return column.kind === 'id-card' || (isOnly && column.kind !== 'phone')
}

const minScore = 50

function getColumnScore(
  column: SheetColumn,
  columns: readonly SheetColumn[],
  heading: string,
  values: readonly RawCell[],
) {
  const byHeading = getHeadingScore(column, heading)
  if (byHeading >= exactScore) return byHeading
  if (column.kind === 'lookup' && isCode(values)) return 0
  const share = getMatchShare(column, values)
  if (share === undefined) return byHeading
  if (byHeading >= minScore) return share < 0.2 ? byHeading - 40 : byHeading + 4 * share
  return share >= 0.8 && isDistinctive(column, columns) && !isCount(values) ? minScore + 5 * share : 0
}

/** What is looked up by its name stands under no long numbers: 学校标识码 is not 学校. */
const isCode = (values: readonly RawCell[]) =>
  values.length > 0 && values.every((raw) => /^\d{5,}$/.test(getCellText(raw)))

/** Small numbers are a count of the rows more often than the codes of something. */
const isCount = (values: readonly RawCell[]) => values.every((raw) => /^\d{1,3}$/.test(getCellText(raw)))

function getColumnNote(column: SheetColumn, values: readonly RawCell[]): string {
  if (column.kind !== 'id-card' && column.kind !== 'mobile') return ''
  const scientific = values.filter(isScientific).length
  if (scientific > 0) return `${scientific} 行为科学计数法`
  const cut = column.kind === 'id-card' ? values.filter(isMangledIdCard).length : 0
  return cut > 0 ? `${cut} 行末三位成了0` : ''
}

/**
 * Which column of the target each column of a file is: by its heading, by one that is only alike, or by what stands in
 * it. Every column of the target is given once, to what speaks for it most.
 */
export function guessColumns(
  columns: readonly SheetColumn[],
  headings: readonly string[],
  samples: readonly (readonly RawCell[])[],
): ColumnGuess[] {
  const valuesAt = headings.map((_, at) =>
    samples.map((row) => row[at] ?? null).filter((raw) => getCellText(raw) !== ''),
  )
  const pairs = headings.flatMap((heading, at) =>
    columns.map((column) => ({ at, column, score: getColumnScore(column, columns, heading, valuesAt[at]!) })),
  )
  const guesses: ColumnGuess[] = headings.map(() => ({ key: null, how: 'none', note: '' }))
  const given = new Set<string>()
  for (const { at, column, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < minScore) break
    if (given.has(column.key) || guesses[at]!.key !== null) continue
    given.add(column.key)
    const how = score >= exactScore ? 'sure' : 'guess'
    guesses[at] = { key: column.key, how, note: getColumnNote(column, valuesAt[at]!) }
  }
  return guesses
}
