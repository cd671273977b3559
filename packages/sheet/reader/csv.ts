import type { FileHandle } from 'node:fs/promises'
import { readPieces } from '#packages/archive'
import type { RawCell } from '../raw-cell.ts'
import { BadSheet } from './bad-sheet.ts'
import { sheetLimits } from './limits.ts'
import { nullIfBlank, type RawRow } from './row-listener.ts'

type Separator = ',' | ';' | '\t'

const notText = () => new BadSheet('文件不是文本，请用 Excel 另存为 .xlsx 后上传')
const sampleCharacters = 64 * 1024

/** Passes the rows of a text file on in pieces, until `take` has enough. */
export async function readCsv(file: FileHandle, take: (rows: RawRow[]) => 'more' | 'enough') {
  const decode = createDecoder(await detectEncoding(file))
  let parser: CsvParser | undefined
  let rows: RawRow[] = []
  let begin = ''
  const feed = (text: string): boolean => {
    parser!.push(text)
    const some = rows
    rows = []
    return some.length > 0 && take(some) === 'enough'
  }
  const start = () => {
    const named = /^sep=([,;\t])\r?\n/i.exec(begin)?.[1] as Separator | undefined
    parser = new CsvParser(named ?? detectSeparator(begin), (row) => rows.push(row))
    return feed(named ? begin.replace(/^.*/, '') : begin)
  }
  for await (const piece of readPieces(file)) {
    const text = decode(piece)
    if (parser) {
      if (feed(text)) return
    } else if ((begin += text).length >= sampleCharacters && start()) return
  }
  decode()
  if (!parser && start()) return
  parser!.end()
  if (rows.length > 0) take(rows)
}

/** By the byte order mark, or by what the whole file can be decoded as. Excel in China writes GB18030. */
async function detectEncoding(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  const mark = buffer.toString('latin1', 0, bytesRead)
  if (mark === '\xff\xfe') return 'utf-16le'
  if (mark === '\xfe\xff') return 'utf-16be'
  for (const encoding of ['utf-8', 'gb18030']) if (await isEncodedAs(file, encoding)) return encoding
  throw notText()
}

async function isEncodedAs(file: FileHandle, encoding: string): Promise<boolean> {
  const decode = createDecoder(encoding)
  try {
    for await (const piece of readPieces(file)) {
      if (piece.includes(0)) return false
      decode(piece)
    }
    decode()
    return true
  } catch (error) {
    if (error instanceof BadSheet) return false
    throw error
  }
}

/** Decodes piece after piece; without an argument it flushes. */
function createDecoder(encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece?: Buffer): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw notText()
    }
  }
}

/** The most frequent separator in the first rows, outside of quotes. */
function detectSeparator(begin: string): Separator {
  const top = begin
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', sheetLimits.topRows)
    .join('\n')
  const count = (sign: Separator) => top.split(sign).length
  const [most] = ([',', '\t', ';'] as const).toSorted((one, other) => count(other) - count(one))
  return most!
}

/**
 * Quoted cells may contain separators, line breaks and doubled quotes. A row with several lines counts as one, as in
 * Excel.
 */
export class CsvParser {
  readonly #separator: Separator
  readonly #take: (row: RawRow) => void
  readonly #stops: RegExp
  #row = 1
  #cells: RawCell[] = []
  #cell = ''
  #characters = 0
  /** before: at the start of a cell; quoted: inside quotes; closed: behind a quote that ends the cell or is doubled. */
  #state: 'before' | 'plain' | 'quoted' | 'closed' = 'before'
  #isAfterReturn = false

  constructor(separator: Separator, take: (row: RawRow) => void) {
    this.#separator = separator
    this.#take = take
    this.#stops = new RegExp(`[${separator}\r\n]`, 'g')
  }

  push(text: string) {
    for (let at = 0; at < text.length;) at = this.#step(text, at)
  }

  end() {
    if (this.#state === 'quoted') throw new BadSheet(`第${this.#row}行的引号没有配对，请检查后上传`)
    if (this.#state !== 'before' || this.#cells.length > 0) this.#endRow()
  }

  /** Consumes the text up to the next significant character and returns the position after it. */
  #step(text: string, at: number): number {
    if (this.#state === 'quoted') {
      const quote = text.indexOf('"', at)
      this.#add(text.slice(at, quote < 0 ? text.length : quote))
      if (quote < 0) return text.length
      this.#state = 'closed'
      return quote + 1
    }
    const sign = text[at]!
    if (sign === '"' && this.#state === 'closed') {
      this.#add('"')
      this.#state = 'quoted'
      return at + 1
    }
    // ="0012" keeps Excel from removing leading zeros.
    const opens = this.#state === 'before' || (this.#state === 'plain' && this.#cell === '=')
    if (sign === '"' && opens) {
      this.#cell = ''
      this.#state = 'quoted'
      return at + 1
    }
    return this.#plain(text, at, sign)
  }

  #plain(text: string, at: number, sign: string): number {
    const isSecondOfTwo = sign === '\n' && this.#isAfterReturn
    this.#isAfterReturn = sign === '\r'
    if (isSecondOfTwo) return at + 1
    if (sign === this.#separator) {
      this.#endCell()
      return at + 1
    }
    if (sign === '\n' || sign === '\r') {
      this.#endRow()
      return at + 1
    }
    this.#stops.lastIndex = at
    const stop = this.#stops.exec(text)?.index ?? text.length
    // A quote may still follow the equals sign.
    const end = this.#state === 'before' && sign === '=' ? at + 1 : stop
    this.#state = 'plain'
    this.#add(text.slice(at, end))
    return end
  }

  #add(text: string) {
    this.#cell += text
    this.#characters += text.length
    if (this.#cell.length > sheetLimits.cellCharacters)
      throw new BadSheet(`第${this.#row}行有单元格超过${sheetLimits.cellCharacters}个字符，请检查引号和换行`)
    if (this.#characters > sheetLimits.rowCharacters) throw new BadSheet(`第${this.#row}行内容过长，请删减后上传`)
  }

  #endCell() {
    const value = nullIfBlank(this.#cell)
    if (this.#cells.length >= sheetLimits.columns && value !== null)
      throw new BadSheet(`列数超过${sheetLimits.columns}，请删除多余的列后上传`)
    if (this.#cells.length < sheetLimits.columns) this.#cells.push(value)
    this.#cell = ''
    this.#state = 'before'
  }

  #endRow() {
    this.#endCell()
    while (this.#cells.length > 0 && this.#cells.at(-1) === null) this.#cells.pop()
    if (this.#cells.length > 0) this.#take({ row: this.#row, cells: this.#cells })
    this.#cells = []
    this.#characters = 0
    this.#row++
  }
}
