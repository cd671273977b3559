import type { RawCell } from './raw-cell.ts'
import type { ColumnKind, SheetColumn } from './sheet-column.ts'
import { parseDay } from './parse-dates.ts'
import { exactScore, getHeadingScore } from './heading-score.ts'
import { findChoice } from './find-choice.ts'
import { isMangledIdCard, parseMobile, parsePhone } from './parse-numbers.ts'
import { isScientific, toHalfWidth, getCellText } from './cell-text.ts'

export interface ColumnGuess {
  /** The key of the column; null where none matches. */
  key: string | null
  how: 'sure' | 'guess' | 'none'
  /** A problem that is visible already: 14 行为科学计数法. Usually empty. */
  note: string
}

const looksLikeIdCard = (raw: RawCell) =>
  isMangledIdCard(raw) || /^\d{15}(\d\d[\dX*])?$|^\d{3,6}\*+[\dX]{2,4}$/i.test(toHalfWidth(getCellText(raw)))

/** Whether a value looks like this kind, valid or not. Kinds that accept any text are missing. */
const matchers: Partial<Record<ColumnKind, (column: SheetColumn, raw: RawCell) => boolean>> = {
  'id-card': (_, raw) => looksLikeIdCard(raw),
  mobile: (column, raw) => typeof parseMobile(column, raw) === 'string',
  phone: (column, raw) => typeof parsePhone(column, raw) === 'string',
  date: (_, raw) => parseDay(raw) !== undefined,
  choice: ({ choices = [] }, raw) => findChoice(getCellText(raw), choices) !== undefined,
}

/** The share of matching values, from 0 to 1; undefined where that cannot be decided. */
function getMatchShare(column: SheetColumn, values: readonly RawCell[]): number | undefined {
  const matches = column.kind === 'choice' && !column.choices ? undefined : matchers[column.kind]
  if (!matches || values.length === 0) return undefined
  return values.filter((raw) => matches(column, raw)).length / values.length
}

/** Yes/no and dates occur under many headings, so they do not identify a column. */
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

/** Long numbers are codes, not names to be looked up: 学校标识码 is not 学校. */
const isCode = (values: readonly RawCell[]) =>
  values.length > 0 && values.every((raw) => /^\d{5,}$/.test(getCellText(raw)))

/** Small numbers are more often row numbers than codes. */
const isCount = (values: readonly RawCell[]) => values.every((raw) => /^\d{1,3}$/.test(getCellText(raw)))

function getColumnNote(column: SheetColumn, values: readonly RawCell[]): string {
  if (column.kind !== 'id-card' && column.kind !== 'mobile') return ''
  const scientific = values.filter(isScientific).length
  if (scientific > 0) return `${scientific} 行为科学计数法`
  const cut = column.kind === 'id-card' ? values.filter(isMangledIdCard).length : 0
  return cut > 0 ? `${cut} 行末三位成了0` : ''
}

/**
 * Matches the columns of a file to the target columns: by the heading, by a similar heading, or by the values. Every
 * target column is assigned once, to the best match.
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
  const assignedKeys = new Set<string>()
  for (const { at, column, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < minScore) break
    if (assignedKeys.has(column.key) || guesses[at]!.key !== null) continue
    assignedKeys.add(column.key)
    const how = score >= exactScore ? 'sure' : 'guess'
    guesses[at] = { key: column.key, how, note: getColumnNote(column, valuesAt[at]!) }
  }
  return guesses
}
