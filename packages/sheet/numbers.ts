import { idCardCheckDigit, isIdCard, isLandline, isMobile, isServiceNumber } from '#packages/core'
import type { RawCell } from './cell.ts'
import type { SheetColumn } from './column.ts'
import type { Cure, RowIssue } from './target.ts'
import { dashesAlike, isScientific, narrow, written } from './written.ts'

export type CellIssue = Omit<RowIssue, 'column'>
/** A value in our form, or what is wrong. */
export type Understood = string | CellIssue

/** Only what may be empty can be left for later. */
export const leaveEmpty = ({ key, isRequired }: SheetColumn, words: string): readonly Cure[] =>
  isRequired ? [] : [{ kind: 'set', column: key, value: '', words }]

const later = '先留空，以后补录'

export const mangled = (column: SheetColumn, words: string): CellIssue => ({
  code: 'mangled',
  words,
  cures: leaveEmpty(column, later),
})
const lostDigits = '末位数字已被 Excel 改成0，请重新填写'
const asQuantity = '已成科学计数法，末位丢失，请重新填写'

const digitsOf = (raw: RawCell) => dashesAlike(narrow(written(raw))).replaceAll(/['’`]/g, '')

/** Excel keeps fifteen digits, and the last three of eighteen become 000. */
const lostItsTail = (text: string) => /^\d{15}000$/.test(text) && !isIdCard(text)
export const isMangledIdCard = (raw: RawCell) => isScientific(raw) || lostItsTail(digitsOf(raw).replaceAll('-', ''))

/** 330106910714002 → 330106199107140025: numbers of the time before 1999. */
function eighteenOf(fifteen: string): string | undefined {
  const first17 = `${fifteen.slice(0, 6)}19${fifteen.slice(6)}`
  const whole = first17 + idCardCheckDigit(first17)
  return isIdCard(whole) ? whole : undefined
}

function fifteenIssue(column: SheetColumn, text: string): CellIssue {
  const whole = eighteenOf(text)
  if (!whole) return { code: 'format', words: '身份证号应为18位' }
  return {
    code: 'fifteen',
    words: '是15位的旧身份证号',
    cures: [{ kind: 'set', column: column.key, value: whole, words: '改为18位' }],
  }
}

export function idCardWritten(column: SheetColumn, raw: RawCell): Understood {
  if (isMangledIdCard(raw)) return mangled(column, lostDigits)
  const text = digitsOf(raw).replaceAll('-', '').toUpperCase()
  if (isIdCard(text) || column.papers?.test(text)) return text
  if (/^\d{15}$/.test(text)) return fifteenIssue(column, text)
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return { code: 'format', words: `身份证号应为18位，现为${text.length}位` }
  if (idCardCheckDigit(text) !== text[17]) return { code: 'checksum', words: '身份证号校验位不符，请逐位核对' }
  return { code: 'format', words: '身份证号中的出生日期不正确' }
}

/** 0086, +86 and the zero of former long-distance calls do not belong to the number. */
const bareMobile = (text: string) => text.replaceAll('-', '').replace(/^(?:\+|00)?86(?=1\d{10}$)|^0(?=1\d{10}$)/, '')

export function mobileWritten(column: SheetColumn, raw: RawCell): Understood {
  if (isScientific(raw)) return mangled(column, asQuantity)
  const text = bareMobile(digitsOf(raw))
  if (isMobile(text)) return text
  return { code: 'format', words: /^\d+$/.test(text) ? `手机号应为11位，现为${text.length}位` : '手机号格式不正确' }
}

/** (0571) 8888 6666 转 12 → 0571-88886666-12 */
const barePhone = (text: string) =>
  text
    .replace(/^\+?86-?(?=0)/, '')
    .replace(/^\((0\d{2,3})\)-?/, '$1-')
    .replace(/(?:转|ext\.?|#|\()-?(\d{1,6})\)?$/i, '-$1')

export function phoneWritten(column: SheetColumn, raw: RawCell): Understood {
  if (isScientific(raw)) return mangled(column, asQuantity)
  const text = digitsOf(raw)
  const mobile = bareMobile(text)
  if (isMobile(mobile)) return mobile
  const phone = barePhone(text)
  if (isLandline(phone) || isServiceNumber(phone)) return phone
  return { code: 'format', words: '电话格式不正确' }
}

/** Digits with at most six behind the point; more than twelve before it are no quantity that anybody counts. */
export function quantityWritten(raw: RawCell): Understood {
  const text = narrow(written(raw)).replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text) ? String(Number(text)) : { code: 'format', words: '应填写数字' }
}
