import { BadSheet, brokenFile, tooLarge } from './bad-sheet.ts'
import { sheetLimits } from './limits.ts'
import type { XmlListener } from './xml.ts'

const slabBytes = 1024 * 1024

/**
 * The shared strings, stored as bytes in a few large buffers: a million separate strings would take several times as
 * much.
 */
export class SharedStrings {
  readonly #slabs: Buffer[] = []
  #begins = new Uint32Array(1024)
  #lengths = new Uint32Array(1024)
  #count = 0
  #free = slabBytes

  add(text: string) {
    if (text.length > sheetLimits.cellCharacters)
      throw new BadSheet(`有单元格的内容超过${sheetLimits.cellCharacters}个字符，请删减后上传`)
    if (this.#count >= sheetLimits.sharedStrings) throw tooLarge()
    if (this.#count === this.#begins.length) this.#grow()
    const bytes = Buffer.byteLength(text)
    if (this.#free + bytes > slabBytes) {
      if (this.#slabs.length * slabBytes >= sheetLimits.sharedBytes) throw tooLarge()
      this.#slabs.push(Buffer.allocUnsafeSlow(slabBytes))
      this.#free = 0
    }
    this.#slabs.at(-1)!.write(text, this.#free)
    this.#begins[this.#count] = (this.#slabs.length - 1) * slabBytes + this.#free
    this.#lengths[this.#count] = bytes
    this.#free += bytes
    this.#count++
  }

  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) throw brokenFile()
    const begin = this.#begins[index]!
    const slab = this.#slabs[Math.floor(begin / slabBytes)]!
    const from = begin % slabBytes
    return slab.toString('utf8', from, from + this.#lengths[index]!)
  }

  #grow() {
    const enlarged = (list: Uint32Array) => {
      const larger = new Uint32Array(list.length * 2)
      larger.set(list)
      return larger
    }
    this.#begins = enlarged(this.#begins)
    this.#lengths = enlarged(this.#lengths)
  }
}

/** Each `si` is one string, of one `t` or of several runs; `rPh` is its pronunciation. */
export function createStringsListener(strings: SharedStrings): XmlListener {
  let text = ''
  let isAside = false
  return {
    isListening: false,
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isAside = true
      else if (name === 't') this.isListening = !isAside
    },
    text(piece) {
      text += piece
      if (text.length > 2 * sheetLimits.cellCharacters) strings.add(text) // is too long
    },
    close(name) {
      if (name === 't') this.isListening = false
      else if (name === 'rPh') isAside = false
      else if (name === 'si') strings.add(unescapeControls(text))
    },
  }
}

/** Characters that XML cannot contain are written as _x000D_ in Excel files. */
export const unescapeControls = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
