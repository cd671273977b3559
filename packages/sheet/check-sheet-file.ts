import { BadArchive, listCompoundStreamsIn, readEntryIn, listZipEntriesIn } from '#packages/archive'
import { Refusal } from '#packages/core'
import { BadSheet, brokenFile, tooLarge } from './reader/bad-sheet.ts'
import { sheetLimits } from './reader/limits.ts'
import { refuseParts } from './reader/refuse-parts.ts'

const maxBytes = 20 * 1024 * 1024
const longestTypes = 1024 * 1024
const headBytes = 64 * 1024
const smallestWorkbook = 512

const notExcel = () => new BadSheet('这不是 Excel 文件，请用 Excel 另存为 .xlsx 后上传')
const passwordProtected = () => new BadSheet('文件有密码保护，请去掉密码后上传')
const hasMacros = () => new BadSheet('文件含有宏，请另存为 .xlsx（不含宏）后上传')

/** Messages for unsupported types. */
const otherSuffixes: Record<string, string> = {
  xlsm: '文件含有宏，请另存为 .xlsx（不含宏）后上传',
  xltm: '文件含有宏，请另存为 .xlsx（不含宏）后上传',
  xlsb: '不支持 .xlsb 文件，请用 Excel 另存为 .xlsx 后上传',
  ods: '不支持 .ods 文件，请用 Excel 或 WPS 另存为 .xlsx 后上传',
  et: '不支持 .et 文件，请用 WPS 另存为 .xlsx 后上传',
  numbers: '不支持 Numbers 表格，请导出为 Excel（.xlsx）后上传',
}

/**
 * Detects the type of a file quickly by its beginning and directory, before anything is stored: many an .xls is an
 * .xlsx. `readSheet` checks the content. Throws a `Refusal` that says what can be done.
 */
export function checkSheetFile(bytes: Uint8Array, name: string): 'xlsx' | 'xls' | 'csv' {
  try {
    return detectKind(bytes, name)
  } catch (error) {
    const bad = error instanceof BadArchive ? toArchiveError(error) : error
    throw bad instanceof BadSheet ? new Refusal(bad.message) : error
  }
}

function detectKind(bytes: Uint8Array, name: string): 'xlsx' | 'xls' | 'csv' {
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!['xlsx', 'xls', 'csv'].includes(suffix))
    throw new BadSheet(otherSuffixes[suffix] ?? '只支持 .xlsx、.xls 和 .csv 文件')
  if (bytes.length === 0) throw new BadSheet('文件是空的')
  if (bytes.length > maxBytes) throw new BadSheet('文件超过20MB，请拆分后上传')
  const head = Buffer.from(bytes.subarray(0, headBytes))
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return checkWorkbook(bytes)
  if (head.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return checkOldWorkbook(bytes)
  if (suffix !== 'csv') throw notExcel()
  return checkText(head)
}

function checkWorkbook(bytes: Uint8Array): 'xlsx' {
  const entries = listZipEntriesIn(bytes, { unpackedAtMost: sheetLimits.unpackedBytes })
  refuseParts(entries.map(({ name }) => name))
  const list = entries.find(({ name }) => name === '[Content_Types].xml')!
  const types = readEntryIn(bytes, list, longestTypes)
  if (/macroEnabled/i.test(types)) throw hasMacros()
  if (!/spreadsheetml\.(sheet|template)\.main\+xml/.test(types)) throw notExcel()
  return 'xlsx'
}

function checkOldWorkbook(bytes: Uint8Array): 'xls' {
  const streams = listCompoundStreamsIn(bytes)
  if (streams.has('EncryptedPackage') || streams.has('EncryptionInfo')) throw passwordProtected()
  if (!streams.has('Workbook') && !streams.has('Book')) throw notExcel()
  if (['VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR', 'Macros'].some((name) => streams.has(name))) throw hasMacros()
  // A workbook too small for one record is broken.
  if ((streams.get('Workbook') ?? streams.get('Book')!) < smallestWorkbook) throw brokenFile()
  return 'xls'
}

function checkText(head: Buffer): 'csv' {
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const text = head.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
  const isOther = /^\s*<[!?a-z]|^%PDF-|^\{\\rtf|^#!|^MZ/i.test(text)
  if (isOther || (!isWide && head.includes(0))) throw new BadSheet('这不是 CSV 文件，请用 Excel 另存为 .xlsx 后上传')
  return 'csv'
}

function toArchiveError({ reason }: BadArchive): BadSheet {
  if (reason === 'too-large') return tooLarge()
  return reason === 'encrypted' ? passwordProtected() : brokenFile()
}
