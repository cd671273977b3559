import type { RawCell } from './raw-cell.ts'
import type { SheetColumn } from './sheet-column.ts'
import { createEmptyFixes } from './parse-numbers.ts'
import type { RowIssue } from './import-target.ts'
import { toHalfWidth, getCellText } from './cell-text.ts'

const isNumber = ({ kind }: SheetColumn) => kind === 'id-card' || kind === 'mobile' || kind === 'phone'

/** 138****8000, 13•••••8000, 春晖路****: masked values of exports and lists. A single star may belong to a text. */
export function isMasked(column: SheetColumn, raw: RawCell): boolean {
  const text = toHalfWidth(getCellText(raw))
  if (isNumber(column) && /^[\dX]*[*•●][\dX*•●]*$/i.test(text)) return true
  return Boolean(column.isSensitive) && /[*•●]{2,}/.test(text)
}

/** A new record has no stored value that a masked one could keep. */
export function createMaskedIssue(column: SheetColumn): RowIssue {
  const what = isNumber(column) ? '号码' : '内容'
  return {
    column: column.key,
    code: 'masked',
    message: `${what}已脱敏，请填写完整${what}或忽略`,
    fixes: createEmptyFixes(column, '忽略此单元格'),
  }
}
