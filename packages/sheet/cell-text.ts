import type { RawCell } from './raw-cell.ts'

/** Invisible characters that would break comparisons: bidi marks, zero width, soft hyphens, control characters, BOM. */
const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu

/**
 * The visible text of a cell: trimmed, without invisible characters and without the apostrophe that marks text in
 * Excel.
 */
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

/** Longer numbers have lost their last digits in Excel, so they are shown in scientific notation. */
const isExact = (value: number) => Math.abs(value) < 1e15

function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (isExact(value)) return String(Number(value.toFixed(6)))
  return value.toPrecision(15).replace(/\.?0*e/, 'E')
}

/** 3.30106E+17: how Excel shows long numbers. */
const scientific = /^\d(\.\d+)?E\+?\d{1,2}$/i

/** Whether Excel has stored it as a number and lost digits. */
export const isScientific = (raw: RawCell) =>
  typeof raw === 'number' ? !isExact(raw) : typeof raw === 'string' && scientific.test(toHalfWidth(getCellText(raw)))

/** Full-width digits, letters and signs in half-width form, without spaces. */
export const toHalfWidth = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '')

/** Replaces all kinds of dashes by one. */
export const unifyDashes = (text: string) => text.replaceAll(/[\p{Pd}−~～]/gu, '-')

/** The form for comparing words: 语文组 and 语文组（东校区） differ, 语 文 组 and 语文组 do not. */
export const toComparable = (text: string) => toHalfWidth(getCellText(text)).toLowerCase()
