import type { RawCell } from './raw-cell.ts'
import { unifyDashes, toHalfWidth, getCellText } from './cell-text.ts'

const dayMilliseconds = 86_400_000
/** The epoch of Excel dates; its wrong 29 February 1900 is before all accepted dates. */
const excelEpoch = Date.UTC(1899, 11, 30)
/** 1927 to 2099. Smaller numbers are more likely a year or an age. */
const [firstSerial, lastSerial] = [10_000, 73_050]

const isSerial = (value: number) => value >= firstSerial && value <= lastSerial
const serialToDay = (serial: number) =>
  new Date(excelEpoch + Math.floor(serial) * dayMilliseconds).toISOString().slice(0, 10)

function buildDay(year: string, month: string, day = '1'): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return undefined
  return text
}

const yearFirst = String.raw`((?:19|20)\d\d)`
/** With any separators, and with a time behind it. */
const separatedDate = new RegExp(
  String.raw`^${yearFirst}[-/.,年](\d{1,2})(?:[-/.,月](\d{1,2})[日号]?)?[-/.月]?(?:T?\d{1,2}:\d\d.*)?$`,
)
const compactDate = new RegExp(`^${yearFirst}(\\d\\d)(\\d\\d)?$`)

/** 1991-07: how exports show a birthday beside a masked number. */
export const isMonthWithoutDay = (raw: RawCell) =>
  typeof raw === 'string' &&
  /^(19|20)\d\d([-/.年])(0?[1-9]|1[0-2])月?$/.test(toHalfWidth(unifyDashes(getCellText(raw))))

/** A date as 2010-09-01, from the many formats of people and Excel. Without a day it is the first. */
export function parseDay(raw: RawCell): string | undefined {
  if (typeof raw === 'number' && isSerial(raw)) return serialToDay(raw)
  const withTime = unifyDashes(getCellText(raw))
    .normalize('NFKC')
    .replace(/\s+(\d{1,2}:)/, 'T$1')
  const text = toHalfWidth(withTime)
  if (/^\d{5}$/.test(text) && isSerial(Number(text))) return serialToDay(Number(text))
  // A number has lost its last zero: 2010.1 was January or October.
  if (typeof raw === 'number' && /^\d{4}\.1$/.test(text)) return undefined
  const parts = separatedDate.exec(text) ?? compactDate.exec(text)
  return parts ? buildDay(parts[1]!, parts[2]!, parts[3]) : undefined
}

const shortYear = /^\d\d[-/.年]\d{1,2}([-/.月]\d{1,2}日?)?$/

/** The message for an invalid date. */
export const getDayError = (raw: RawCell) =>
  shortYear.test(toHalfWidth(unifyDashes(getCellText(raw)))) ? '年份应写四位' : '日期格式不正确，应如2010-09-01'
