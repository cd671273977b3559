import type { RawCell } from './cell.ts'
import type { ColumnKind, SheetChoice, SheetColumn } from './column.ts'
import { dayWritten, isMonth, whyNoDay } from './dates.ts'
import { isMasked } from './masked.ts'
import { choiceOf, nearest } from './nearest.ts'
import {
  idCardWritten,
  mangled,
  mobileWritten,
  phoneWritten,
  quantityWritten,
  type CellIssue,
  type Understood,
} from './numbers.ts'
import { comparable, isScientific, narrow, written } from './written.ts'

export interface UnderstoodCell {
  /** In our form; empty when nothing stands there, or something wrong. */
  value: string
  /** For people: as it is understood, or as it was written where it is not. */
  shown: string
  issue?: CellIssue
  /** A choice that was written in another way: 2 for 女. */
  from?: string
  /** Only a part of it is shown: it says nothing. */
  isMasked?: boolean
  /** A day of which only the month was written. */
  isMonth?: boolean
}

/** What people write where there is nothing. */
const isNothing = (text: string) => /^([-/\\—–]+|无|暂无|没有|n\/a|null|#n\/a)$/i.test(narrow(text))

const brief = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text)

function choiceWritten(column: SheetColumn, choices: readonly SheetChoice[], text: string): UnderstoodCell {
  const choice = choiceOf(text, choices)
  if (choice) {
    const isAsOffered = comparable(choice.title) === comparable(text)
    return { value: choice.value, shown: choice.title, ...(isAsOffered ? {} : { from: text }) }
  }
  const meant = nearest(text, choices)
  return {
    value: '',
    shown: text,
    issue: {
      code: 'choice',
      words: `“${brief(text)}”不在可选范围内`,
      cures: meant
        ? [{ kind: 'set', column: column.key, value: meant.value, words: `改为“${meant.title}”`, isGuess: true }]
        : [],
    },
  }
}

/** 张 三 is how lists are made to look even: between Chinese characters of a name a space means nothing. */
const nameWritten = (text: string) =>
  /^[\p{Script=Han}\s·•]+$/u.test(text) ? text.replaceAll(/\s/g, '') : text.replaceAll(/\s+/g, ' ')

/** What a formula shows that came to nothing. */
const isFormulaError = (text: string) => /^#(n\/a|ref!|value!|div\/0!|name\?|num!|null!|spill!|calc!)$/i.test(text)

function textWritten(column: SheetColumn, raw: RawCell): Understood {
  // 16 digits and more as a number: the number of a bank card, a file, a pupil.
  if (typeof raw === 'number' && isScientific(raw)) return mangled(column, '末位数字已被 Excel 改成0，请重新填写')
  const text = written(raw)
  if (isFormulaError(text)) return { ...mangled(column, `“${text}”是 Excel 公式的错误值，请重新填写`), code: 'formula' }
  const value = column.isName ? nameWritten(text) : column.kind === 'lookup' ? text.replaceAll(/\s+/g, ' ') : text
  const tooLong = column.max !== undefined && value.length > column.max
  return tooLong ? { code: 'too-long', words: `不超过${column.max}字，现为${value.length}字` } : value
}

const understood: Readonly<Record<Exclude<ColumnKind, 'choice'>, (column: SheetColumn, raw: RawCell) => Understood>> = {
  text: textWritten,
  lookup: textWritten,
  'id-card': idCardWritten,
  mobile: mobileWritten,
  phone: phoneWritten,
  date: (_, raw) => dayWritten(raw) ?? { code: 'date', words: whyNoDay(raw) },
  number: (_, raw) => quantityWritten(raw),
}

const isOfWords = ({ kind }: SheetColumn) => kind === 'text' || kind === 'lookup'

function isEmpty(column: SheetColumn, choices: readonly SheetChoice[], text: string): boolean {
  if (text === '') return true
  return !isOfWords(column) && isNothing(text) && !choiceOf(text, choices)
}

/**
 * Brings what stands in a cell into our own form, or says what is wrong with it and how it may be put right. What it
 * gives is understood as itself.
 */
export function understandCell(column: SheetColumn, choices: readonly SheetChoice[], raw: RawCell): UnderstoodCell {
  const text = written(raw)
  const offered = choices.length > 0 ? choices : (column.choices ?? [])
  if (isEmpty(column, offered, text)) {
    if (!column.isRequired) return { value: '', shown: '' }
    return { value: '', shown: text, issue: { code: 'required', words: '不能为空' } }
  }
  if (isMasked(column, raw)) return { value: '', shown: text, isMasked: true }
  if (column.kind === 'choice') return choiceWritten(column, offered, text)
  const value = understood[column.kind](column, raw)
  if (typeof value !== 'string') return { value: '', shown: text, issue: value }
  const wrong = column.check?.(value)
  if (wrong !== undefined) return { value: '', shown: value, issue: { code: 'format', words: wrong } }
  const isMonthOnly = column.kind === 'date' && isMonth(raw)
  return { value, shown: value, ...(isMonthOnly ? { isMonth: true } : {}) }
}
