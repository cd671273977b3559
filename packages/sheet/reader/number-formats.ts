import { tooLarge } from './bad-sheet.ts'
import { getAttribute, type XmlListener } from './xml.ts'

/** How a number is displayed. */
export type NumberDisplay = 'number' | 'day' | 'time'

const maxFormats = 100_000
/** Excel's built-in date formats; those from 27 on are Chinese. */
const days = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
const times = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56])

function parseFormatCode(code: string): NumberDisplay {
  const [first = ''] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  const letters = first.replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').toLowerCase()
  if (/general|[#0?@]/.test(letters) && !/[yd]/.test(letters)) return /[hs]/.test(letters) ? 'time' : 'number'
  if (/[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))) return 'day'
  return /[hs]/.test(letters) ? 'time' : 'number'
}

/** Collects the number format of each cell style, in the order of the style indexes. */
export function createFormatsListener(formats: NumberDisplay[]): XmlListener {
  const own = new Map<number, NumberDisplay>()
  let isInCells = false
  return {
    isListening: false,
    open(name, tag) {
      if (name === 'numFmt')
        own.set(Number(getAttribute(tag, 'numFmtId')), parseFormatCode(getAttribute(tag, 'formatCode') ?? ''))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const id = Number(getAttribute(tag, 'numFmtId') ?? 0)
        formats.push(own.get(id) ?? (days.has(id) ? 'day' : times.has(id) ? 'time' : 'number'))
      }
      if (own.size + formats.length > maxFormats) throw tooLarge()
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text() {},
  }
}

const dayMilliseconds = 86_400_000
const [lastSerial, between1900And1904] = [2_958_465, 1462]

/** The text of a date or time; an invalid one stays a number. */
export function displayNumber(value: number, shown: NumberDisplay, isFrom1904: boolean): string | number {
  if (shown === 'number' || !(value >= 0)) return value
  if (shown === 'time' && value < 1) return new Date(Math.round(value * 1440) * 60_000).toISOString().slice(11, 16)
  const serial = Math.floor(value + 0.5 / 86_400) + (isFrom1904 ? between1900And1904 : 0)
  if (serial < 1 || serial > lastSerial) return value
  // Excel has a 29 February 1900.
  const day = serial < 60 ? serial + 1 : serial
  return new Date(Date.UTC(1899, 11, 30) + day * dayMilliseconds).toISOString().slice(0, 10)
}
