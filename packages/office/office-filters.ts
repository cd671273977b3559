import type { FileHandle } from 'node:fs/promises'
import { BadArchive, listZipEntries } from '#packages/archive'
import { NotConvertible } from './not-convertible.ts'

export interface OfficeFilters {
  /** Named explicitly: an HTML page named .doc is not opened. */
  from: string
  to: string
}

interface Family {
  folder: string
  zip: string
  ole: string
  pdf: string
}

const word: Family = { folder: 'word/', zip: 'MS Word 2007 XML', ole: 'MS Word 97', pdf: 'writer_pdf_Export' }
const excel: Family = { folder: 'xl/', zip: 'Calc MS Excel 2007 XML', ole: 'MS Excel 97', pdf: 'calc_pdf_Export' }
const slides: Family = {
  folder: 'ppt/',
  zip: 'Impress MS PowerPoint 2007 XML',
  ole: 'MS PowerPoint 97',
  pdf: 'impress_pdf_Export',
}
const families: Readonly<Record<string, Family>> = {
  doc: word,
  docx: word,
  wps: word,
  xls: excel,
  xlsx: excel,
  ppt: slides,
  pptx: slides,
}

const zipMark = Buffer.from('PK\x03\x04')
const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** By suffix and content: many a .doc is a .docx, and is opened as one. */
export async function getOfficeFilters(file: FileHandle, suffix: string, into: 'pdf' | 'xlsx'): Promise<OfficeFilters> {
  const family = families[suffix]
  if (!family) throw new NotConvertible('unreadable', `.${suffix} is no office document`)
  if (into === 'xlsx' && family !== excel) throw new NotConvertible('unreadable', `.${suffix} is no spreadsheet`)
  const to = into === 'pdf' ? family.pdf : family.zip
  const { buffer: head } = await file.read(Buffer.alloc(8), 0, 8, 0)
  if (head.equals(oleMark)) return { from: suffix === 'wps' ? await getWpsFilter(file) : family.ole, to }
  if (!head.subarray(0, 4).equals(zipMark)) throw new NotConvertible('unreadable', 'neither a zip nor an OLE file')
  const entries = await listZipEntries(file, { ratioAtMost: 100 }).catch(rethrowAsNotConvertible)
  if (!entries.some(({ name }) => name.startsWith(family.folder)))
    throw new NotConvertible('unreadable', `nothing in it lies under ${family.folder}`)
  return { from: family.zip, to }
}

function rethrowAsNotConvertible(error: unknown): never {
  if (!(error instanceof BadArchive)) throw error
  throw new NotConvertible(error.reason === 'too-large' ? 'too-large' : 'unreadable', error.message)
}

/** WPS Office writes Word's format; the older Microsoft Works used the same suffix. */
async function getWpsFilter(file: FileHandle): Promise<string> {
  const stream = Buffer.from('WordDocument', 'utf16le')
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(Math.min(size, 64 * 1024 * 1024)), 0, undefined, 0)
  return buffer.includes(stream) ? word.ole : 'MS_Works'
}
