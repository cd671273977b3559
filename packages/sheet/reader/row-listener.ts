import type { RawCell } from '../raw-cell.ts'
import { BadSheet, brokenFile } from './bad-sheet.ts'
import { displayNumber, type NumberDisplay } from './number-formats.ts'
import { sheetLimits } from './limits.ts'
import { unescapeControls, type SharedStrings } from './shared-strings.ts'
import { getAttribute, type XmlListener } from './xml.ts'

export interface RawRow {
  /** The row number as in Excel. */
  row: number
  cells: RawCell[]
}

export interface CellMeanings {
  strings: SharedStrings
  formats: readonly NumberDisplay[]
  isFrom1904: boolean
}

const [lastRow, lastColumn] = [1_048_576, 16_384]

/** Listens to a worksheet and passes on its rows that are not empty: results of formulas, never the formulas. */
export class RowListener implements XmlListener {
  isListening = false
  /** Nothing behind the rows is needed. */
  isOver = false
  readonly #meanings: CellMeanings
  readonly #take: (row: RawRow) => void
  #isInRows = false
  #isInCell = false
  #isAside = false
  #row = 0
  #cells: RawCell[] = []
  #characters = 0
  #column = 0
  #type = ''
  #style = 0
  #text = ''

  constructor(meanings: CellMeanings, take: (row: RawRow) => void) {
    this.#meanings = meanings
    this.#take = take
  }

  open(name: string, tag: string) {
    if (this.#isInCell) return this.#openInCell(name)
    if (!this.#isInRows) {
      this.#isInRows = name === 'sheetData'
      return
    }
    if (name === 'row') this.#openRow(tag)
    else if (name === 'c') this.#openCell(tag)
  }

  #openRow(tag: string) {
    const number = getAttribute(tag, 'r')
    const row = number === undefined ? this.#row + 1 : Number(number)
    if (!Number.isInteger(row) || row <= this.#row || row > lastRow) throw brokenFile()
    this.#row = row
    this.#cells = []
    this.#column = -1
    this.#characters = 0
  }

  #openCell(tag: string) {
    const reference = getAttribute(tag, 'r')
    this.#column = reference === undefined ? this.#column + 1 : parseColumn(reference, this.#row)
    this.#type = getAttribute(tag, 't') ?? 'n'
    this.#style = Number(getAttribute(tag, 's') ?? 0)
    this.#text = ''
    this.#isInCell = true
  }

  /** A cell contains `v`, or `is` with one or more `t`; `f`, the formula, is ignored. */
  #openInCell(name: string) {
    if (name === 'v' || (name === 't' && !this.#isAside)) this.isListening = true
    else if (name === 'rPh') this.#isAside = true
  }

  text(piece: string) {
    this.#text += piece
    if (this.#text.length > sheetLimits.cellCharacters)
      throw this.#tooLong(`单元格超过${sheetLimits.cellCharacters}个字符`)
  }

  close(name: string) {
    if (name === 'v' || name === 't') this.isListening = false
    else if (name === 'rPh') this.#isAside = false
    else if (name === 'c' && this.#isInCell) this.#closeCell()
    else if (name === 'row' && this.#isInRows) this.#closeRow()
    else if (name === 'sheetData') this.isOver = true
  }

  #closeCell() {
    this.#isInCell = false
    this.isListening = false
    const value = this.#value()
    if (value === null) return
    if (this.#column >= sheetLimits.columns) throw new BadSheet(`列数超过${sheetLimits.columns}，请删除多余的列后上传`)
    if (this.#cells[this.#column] !== undefined) throw brokenFile()
    this.#cells[this.#column] = value
    this.#characters += this.#text.length
    if (this.#characters > sheetLimits.rowCharacters) throw this.#tooLong('内容过长')
  }

  #closeRow() {
    const { length } = this.#cells
    if (length === 0) return
    const cells: RawCell[] = []
    for (let at = 0; at < length; at++) cells.push(this.#cells[at] ?? null)
    this.#take({ row: this.#row, cells })
    this.#cells = []
  }

  #value(): RawCell {
    const text = this.#text
    if (text === '') return null
    switch (this.#type) {
      case 's':
        return nullIfBlank(this.#meanings.strings.at(/^\d+$/.test(text) ? Number(text) : -1))
      case 'b':
        return text === '1' || text === 'true'
      case 'n':
        return this.#number(text)
      case 'd':
        return text.slice(0, 10)
      default:
        return nullIfBlank(unescapeControls(text))
    }
  }

  #number(text: string): RawCell {
    const value = Number(text)
    // Not a number: the check of the column will report it.
    if (!Number.isFinite(value)) return nullIfBlank(text)
    const { formats, isFrom1904 } = this.#meanings
    return displayNumber(value, formats[this.#style] ?? 'number', isFrom1904)
  }

  #tooLong = (what: string) => new BadSheet(`第${this.#row}行${what}，请删减后上传`)
}

/** A cell of only spaces is empty. */
export const nullIfBlank = (text: string) => (text.trim() === '' ? null : text)

/** From 0. A reference with another row number is invalid. */
function parseColumn(reference: string, row: number): number {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  if (at === 0 || column > lastColumn || Number(reference.slice(at)) !== row) throw brokenFile()
  return column - 1
}
