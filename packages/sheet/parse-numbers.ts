import { idCardCheckDigit, isIdCard, isLandline, isMobile, isServiceNumber } from '#packages/core'
import type { RawCell } from './raw-cell.ts'
import type { SheetColumn } from './sheet-column.ts'
import type { Fix, RowIssue } from './import-target.ts'
import { unifyDashes, isScientific, toHalfWidth, getCellText } from './cell-text.ts'

export type CellIssue = Omit<RowIssue, 'column'>
/** A normalised value or an issue. */
export type ParsedValue = string | CellIssue

/** Only optional columns can be left empty. */
export const createEmptyFixes = ({ key, isRequired }: SheetColumn, label: string): readonly Fix[] =>
  isRequired ? [] : [{ kind: 'set', column: key, value: '', label }]

const leaveEmptyLabel = '先留空，以后补录'

export const createMangledIssue = (column: SheetColumn, message: string): CellIssue => ({
  code: 'mangled',
  message,
  fixes: createEmptyFixes(column, leaveEmptyLabel),
})
const lostDigitsMessage = '末位数字已被 Excel 改成0，请重新填写'
const scientificMessage = '已成科学计数法，末位丢失，请重新填写'

const extractDigits = (raw: RawCell) => unifyDashes(toHalfWidth(getCellText(raw))).replaceAll(/['’`]/g, '')

/** Excel keeps fifteen digits, so the last three of eighteen become 000. */
const hasLostDigits = (text: string) => /^\d{15}000$/.test(text) && !isIdCard(text)
export const isMangledIdCard = (raw: RawCell) =>
  isScientific(raw) || hasLostDigits(extractDigits(raw).replaceAll('-', ''))

/** 330106910714002 → 330106199107140025: the format before 1999. */
function upgradeIdCard(fifteen: string): string | undefined {
  const first17 = `${fifteen.slice(0, 6)}19${fifteen.slice(6)}`
  const whole = first17 + idCardCheckDigit(first17)
  return isIdCard(whole) ? whole : undefined
}

function createOldIdCardIssue(column: SheetColumn, text: string): CellIssue {
  const whole = upgradeIdCard(text)
  if (!whole) return { code: 'format', message: '身份证号应为18位' }
  return {
    code: 'fifteen',
    message: '是15位的旧身份证号',
    fixes: [{ kind: 'set', column: column.key, value: whole, label: '改为18位' }],
  }
}

export function parseIdCard(column: SheetColumn, raw: RawCell): ParsedValue {
  if (isMangledIdCard(raw)) return createMangledIssue(column, lostDigitsMessage)
  const text = extractDigits(raw).replaceAll('-', '').toUpperCase()
  if (isIdCard(text) || column.papers?.test(text)) return text
  if (/^\d{15}$/.test(text)) return createOldIdCardIssue(column, text)
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return { code: 'format', message: `身份证号应为18位，现为${text.length}位` }
  if (idCardCheckDigit(text) !== text[17]) return { code: 'checksum', message: '身份证号校验位不符，请逐位核对' }
  return { code: 'format', message: '身份证号中的出生日期不正确' }
}

/** 0086, +86 and the old long-distance zero are not part of the number. */
const stripMobilePrefix = (text: string) =>
  text.replaceAll('-', '').replace(/^(?:\+|00)?86(?=1\d{10}$)|^0(?=1\d{10}$)/, '')

export function parseMobile(column: SheetColumn, raw: RawCell): ParsedValue {
  if (isScientific(raw)) return createMangledIssue(column, scientificMessage)
  const text = stripMobilePrefix(extractDigits(raw))
  if (isMobile(text)) return text
  return { code: 'format', message: /^\d+$/.test(text) ? `手机号应为11位，现为${text.length}位` : '手机号格式不正确' }
}

/** (0571) 8888 6666 转 12 → 0571-88886666-12 */
const normalisePhone = (text: string) =>
  text
    .replace(/^\+?86-?(?=0)/, '')
    .replace(/^\((0\d{2,3})\)-?/, '$1-')
    .replace(/(?:转|ext\.?|#|\()-?(\d{1,6})\)?$/i, '-$1')

export function parsePhone(column: SheetColumn, raw: RawCell): ParsedValue {
  if (isScientific(raw)) return createMangledIssue(column, scientificMessage)
  const text = extractDigits(raw)
  const mobile = stripMobilePrefix(text)
  if (isMobile(mobile)) return mobile
  const phone = normalisePhone(text)
  if (isLandline(phone) || isServiceNumber(phone)) return phone
  return { code: 'format', message: '电话格式不正确' }
}

/** At most six digits after the point and twelve before it. */
export function parseQuantity(raw: RawCell): ParsedValue {
  const text = toHalfWidth(getCellText(raw)).replaceAll(/(?<=\d),(?=\d{3})/g, '')
  return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text) ? String(Number(text)) : { code: 'format', message: '应填写数字' }
}
