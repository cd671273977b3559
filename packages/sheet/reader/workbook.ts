import type { FileHandle } from 'node:fs/promises'
import { unpackEntry, listZipEntries, type ZipEntry } from '#packages/archive'
import { BadSheet, brokenFile, tooLarge } from './bad-sheet.ts'
import { createFormatsListener, type NumberDisplay } from './number-formats.ts'
import { sheetLimits } from './limits.ts'
import { fillMergedCells, MergesFinder } from './merged-cells.ts'
import { refuseParts } from './refuse-parts.ts'
import { RowListener, type CellMeanings, type RawRow } from './row-listener.ts'
import { SharedStrings, createStringsListener } from './shared-strings.ts'
import { getAttribute, XmlScanner, type XmlListener } from './xml.ts'

export interface Sheet {
  name: string
  isHidden: boolean
  entry: ZipEntry
}

export interface Workbook {
  sheets: Sheet[]
  /** Passes the rows of a sheet on in pieces, until `take` has enough. */
  read(sheet: Sheet, take: (rows: RawRow[]) => 'more' | 'enough'): Promise<void>
}

/** Opens a workbook after checking all of its parts completely. */
export async function openWorkbook(file: FileHandle): Promise<Workbook> {
  const entries = await listZipEntries(file, { unpackedAtMost: sheetLimits.unpackedBytes })
  refuseParts(entries.map(({ name }) => name))
  if (entries.some(({ name, size }) => /sharedStrings\.xml$/i.test(name) && size > sheetLimits.sharedXmlBytes))
    throw tooLarge()
  const merged = new Map<ZipEntry, MergesFinder>()
  for (const entry of entries) {
    if (/^xl\/worksheets\//i.test(entry.name)) merged.set(entry, new MergesFinder())
    await scanSheet(file, entry, merged.get(entry))
  }

  const parts = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  const scan = (entry: ZipEntry, listener: XmlListener) => scanEntry(file, entry, listener)
  const main = await findMainPart(parts, scan)
  const related = await readRelations(main, parts, scan)
  const { sheets, isFrom1904 } = await listSheets(main, related, parts, scan)
  const formats: NumberDisplay[] = []
  const strings = new SharedStrings()
  for (const { kind, target } of related.values()) {
    const entry = parts.get(target)
    if (entry && kind === 'styles') await scan(entry, createFormatsListener(formats))
    if (entry && kind === 'sharedStrings') await scan(entry, createStringsListener(strings))
  }
  const meanings: CellMeanings = { strings, formats, isFrom1904 }
  return {
    sheets,
    read({ entry }, take) {
      const whole = fillMergedCells(merged.get(entry)?.merges ?? [])
      return readRows(file, entry, meanings, (rows) => take(rows.map(whole)))
    },
  }
}

/**
 * Limits that no real file exceeds, checked before parsing. A tag is longer than the overlap of two pieces, so none
 * counts twice.
 */
const countedIn = [
  { part: /^xl\/worksheets\//i, tag: '<row', atMost: sheetLimits.sheetRows },
  { part: /sharedStrings\.xml$/i, tag: '<si>', atMost: sheetLimits.sharedStrings },
]

/** An entry must have its stated size; the XML must not contain a document type, which could define entities. */
async function scanSheet(file: FileHandle, entry: ZipEntry, merged: MergesFinder | undefined) {
  const isXml = /\.(xml|rels|vml)$/i.test(entry.name)
  const counted = countedIn.find(({ part }) => part.test(entry.name))
  let count = 0
  let before = Buffer.alloc(0)
  await unpackEntry(file, entry, (piece) => {
    if (!isXml) return
    const text = Buffer.concat([before, piece])
    if (text.includes(0)) throw brokenFile() // another encoding
    for (let at = text.indexOf('<!'); at >= 0; at = text.indexOf('<!', at + 1)) {
      const next = text[at + 2]
      if (next !== undefined && next !== 0x2d && next !== 0x5b)
        throw new BadSheet('文件含有不安全的内容，请把数据复制到新的工作簿中再上传')
    }
    if (counted) for (let at = text.indexOf(counted.tag); at >= 0; at = text.indexOf(counted.tag, at + 1)) count++
    if (counted && count > counted.atMost) throw tooLarge()
    merged?.push(piece)
    before = text.subarray(-2)
  })
}

type Scan = (entry: ZipEntry, listener: XmlListener) => Promise<void>

async function scanEntry(file: FileHandle, entry: ZipEntry, listener: XmlListener) {
  const scanner = new XmlScanner(listener)
  await unpackEntry(file, entry, (piece) => scanner.push(piece))
  scanner.end()
}

/** A listener for the tags of a small part. */
const createTagListener = (open: (name: string, tag: string) => void): XmlListener => ({
  isListening: false,
  open,
  close() {},
  text() {},
})

interface Relation {
  /** The last part of its type: worksheet. */
  kind: string
  /** The name of the part in lower case. */
  target: string
}

async function readRelations(part: string, parts: ReadonlyMap<string, ZipEntry>, scan: Scan) {
  const cut = part.lastIndexOf('/') + 1
  const [folder, name] = [part.slice(0, cut), part.slice(cut)]
  const relations = new Map<string, Relation>()
  const entry = parts.get(`${folder}_rels/${name}.rels`)
  if (!entry) return relations
  await scan(
    entry,
    createTagListener((tag, text) => {
      if (tag !== 'Relationship' || getAttribute(text, 'TargetMode') === 'External') return
      const kind = getAttribute(text, 'Type')?.split('/').at(-1) ?? ''
      const target = resolve(folder, getAttribute(text, 'Target') ?? '')
      relations.set(getAttribute(text, 'Id') ?? '', { kind, target: target.toLowerCase() })
    }),
  )
  return relations
}

/** Resolves the name of a part in a folder. A path out of the workbook finds nothing, because only parts are opened. */
function resolve(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

async function findMainPart(parts: ReadonlyMap<string, ZipEntry>, scan: Scan): Promise<string> {
  const relations = [...(await readRelations('', parts, scan)).values()]
  const main = relations.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!parts.has(main)) throw brokenFile()
  return main
}

async function listSheets(
  main: string,
  related: ReadonlyMap<string, Relation>,
  parts: ReadonlyMap<string, ZipEntry>,
  scan: Scan,
) {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  await scan(
    parts.get(main)!,
    createTagListener((name, tag) => {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(getAttribute(tag, 'date1904') ?? '')
      if (name !== 'sheet') return
      const relation = related.get(getAttribute(tag, 'id') ?? '')
      const entry = relation?.kind === 'worksheet' && parts.get(relation.target)
      const isHidden = /hidden/i.test(getAttribute(tag, 'state') ?? '')
      if (entry) sheets.push({ name: getAttribute(tag, 'name') ?? '', isHidden, entry })
      if (sheets.length > sheetLimits.sheets) throw tooLarge()
    }),
  )
  return { sheets, isFrom1904 }
}

/** Thrown to stop unpacking a part when enough was read. */
const enoughRead = new Error('enough')

async function readRows(
  file: FileHandle,
  entry: ZipEntry,
  meanings: CellMeanings,
  take: (rows: RawRow[]) => 'more' | 'enough',
) {
  let rows: RawRow[] = []
  const listener = new RowListener(meanings, (row) => rows.push(row))
  const scanner = new XmlScanner(listener)
  try {
    await unpackEntry(file, entry, (piece) => {
      scanner.push(piece)
      const some = rows
      rows = []
      if (some.length > 0 && take(some) === 'enough') throw enoughRead
      if (listener.isOver) throw enoughRead
    })
    scanner.end()
  } catch (error) {
    if (error !== enoughRead) throw error
  }
}
