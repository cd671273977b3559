import type { RawCell } from './raw-cell.ts'
import type { ColumnKind, SheetChoice, SheetColumn } from './sheet-column.ts'
import { parseDay, isMonthWithoutDay, getDayError } from './parse-dates.ts'
import { isMasked } from './masked-cells.ts'
import { findChoice, findNearestChoice } from './find-choice.ts'
import {
  parseIdCard,
  createMangledIssue,
  parseMobile,
  parsePhone,
  parseQuantity,
  type CellIssue,
  type ParsedValue,
} from './parse-numbers.ts'
import { toComparable, isScientific, toHalfWidth, getCellText } from './cell-text.ts'

export interface ParsedCell {
  /** The normalised value; empty for an empty or invalid cell. */
  value: string
  /** The display text: the parsed value, or the original text of an invalid one. */
  shown: string
  issue?: CellIssue
  /** The original spelling of a choice: 2 for 女. */
  from?: string
  /** The value is masked and is ignored. */
  isMasked?: boolean
  /** Only the month was given. */
  isMonth?: boolean
}

/** Placeholders for an empty cell. */
const isPlaceholder = (text: string) => /^([-/\\—–]+|无|暂无|没有|n\/a|null|#n\/a)$/i.test(toHalfWidth(text))

const shorten = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text)

function parseChoice(column: SheetColumn, choices: readonly SheetChoice[], text: string): ParsedCell {
  const choice = findChoice(text, choices)
  if (choice) {
    const isAsOffered = toComparable(choice.title) === toComparable(text)
    return { value: choice.value, shown: choice.title, ...(isAsOffered ? {} : { from: text }) }
  }
  const meant = findNearestChoice(text, choices)
  return {
    value: '',
    shown: text,
    issue: {
      code: 'choice',
      message: `“${shorten(text)}”不在可选范围内`,
      fixes: meant
        ? [{ kind: 'set', column: column.key, value: meant.value, label: `改为“${meant.title}”`, isGuess: true }]
        : [],
    },
  }
}

/** 张 三: lists use spaces for alignment, so spaces between Chinese characters of a name are removed. */
const parseName = (text: string) =>
  /^[\p{Script=Han}\s·•]+$/u.test(text) ? text.replaceAll(/\s/g, '') : text.replaceAll(/\s+/g, ' ')

/** The error value of a formula. */
const isFormulaError = (text: string) => /^#(n\/a|ref!|value!|div\/0!|name\?|num!|null!|spill!|calc!)$/i.test(text)

function parseText(column: SheetColumn, raw: RawCell): ParsedValue {
  // A number of 16 or more digits: a bank card, file or student number.
  if (typeof raw === 'number' && isScientific(raw))
    return createMangledIssue(column, '末位数字已被 Excel 改成0，请重新填写')
  const text = getCellText(raw)
  if (isFormulaError(text))
    return { ...createMangledIssue(column, `“${text}”是 Excel 公式的错误值，请重新填写`), code: 'formula' }
  const value = column.isName ? parseName(text) : column.kind === 'lookup' ? text.replaceAll(/\s+/g, ' ') : text
  const tooLong = column.max !== undefined && value.length > column.max
  return tooLong ? { code: 'too-long', message: `不超过${column.max}字，现为${value.length}字` } : value
}

const parsers: Readonly<Record<Exclude<ColumnKind, 'choice'>, (column: SheetColumn, raw: RawCell) => ParsedValue>> = {
  text: parseText,
  lookup: parseText,
  'id-card': parseIdCard,
  mobile: parseMobile,
  phone: parsePhone,
  date: (_, raw) => parseDay(raw) ?? { code: 'date', message: getDayError(raw) },
  number: (_, raw) => parseQuantity(raw),
}

const isFreeText = ({ kind }: SheetColumn) => kind === 'text' || kind === 'lookup'

function isEmpty(column: SheetColumn, choices: readonly SheetChoice[], text: string): boolean {
  if (text === '') return true
  return !isFreeText(column) && isPlaceholder(text) && !findChoice(text, choices)
}

/** Normalises a cell, or returns the issue and its fixes. A normalised value parses to itself. */
export function parseCell(column: SheetColumn, choices: readonly SheetChoice[], raw: RawCell): ParsedCell {
  const text = getCellText(raw)
  const offered = choices.length > 0 ? choices : (column.choices ?? [])
  if (isEmpty(column, offered, text)) {
    if (!column.isRequired) return { value: '', shown: '' }
    return { value: '', shown: text, issue: { code: 'required', message: '不能为空' } }
  }
  if (isMasked(column, raw)) return { value: '', shown: text, isMasked: true }
  if (column.kind === 'choice') return parseChoice(column, offered, text)
  const value = parsers[column.kind](column, raw)
  if (typeof value !== 'string') return { value: '', shown: text, issue: value }
  const wrong = column.check?.(value)
  if (wrong !== undefined) return { value: '', shown: value, issue: { code: 'format', message: wrong } }
  const isMonthOnly = column.kind === 'date' && isMonthWithoutDay(raw)
  return { value, shown: value, ...(isMonthOnly ? { isMonth: true } : {}) }
}
