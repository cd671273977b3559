import type { RawCell } from './raw-cell.ts'

/** What nobody sees and no comparison survives: marks of order, zero width, soft hyphens, control characters, BOM. */
const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu

/** A cell as people see it: trimmed, without what is invisible and without the apostrophe by which Excel is told: text. */
export function getCellText(raw: RawCell): string {
  if (raw === null) return ''
  if (typeof raw === 'number') return formatNumber(raw)
  if (typeof raw === 'boolean') return raw ? 'TRUE' : 'FALSE'
  return raw
    .replaceAll(invisible, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^['\s]+/, '')
    .trimEnd()
}

/** Longer numbers have lost their last digits in Excel, so they are shown as what they are: not a number of anything. */
const isExact = (value: number) => Math.abs(value) < 1e15

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (isExact(value)) return String(Number(value.toFixed(6)))
  return value.toPrecision(15).replace(/\.?0*e/, 'E')
}

/** 3.30106E+17: what Excel makes of long numbers. */
const scientific = /^\d(\.\d+)?E\+?\d{1,2}$/i

/** Whether Excel has taken it for a quantity and thrown digits away. */
export const isScientific = (raw: RawCell) =>
  typeof raw === 'number' ? !isExact(raw) : typeof raw === 'string' && scientific.test(toHalfWidth(getCellText(raw)))

/** Full-width digits, letters and signs in their narrow form, without any space. */
export const toHalfWidth = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '')

/** All kinds of dashes are one dash. */
export const unifyDashes = (text: string) => text.replaceAll(/[\p{Pd}−~～]/gu, '-')

/** By which words are compared: 语文组 and 语文组（东校区） differ, 语 文 组 and 语文组 do not. */
export const toComparable = (text: string) => toHalfWidth(getCellText(text)).toLowerCase()
