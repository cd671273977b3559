import { brokenFile } from './bad-sheet.ts'

export interface XmlListener {
  /** No text is collected while this is false. */
  isListening: boolean
  /** `tag` is the text between < and >; see `getAttribute`. */
  open(name: string, tag: string): void
  close(name: string): void
  /** May come in several pieces. */
  text(text: string): void
}

const maxTagLength = 64 * 1024
const maxDepth = 200
const [apostrophe, quote, slash, bang, question, end] = [39, 34, 47, 33, 63, 62]

/**
 * Scans the tags of an XML part piece by piece. Only the five standard entities and UTF-8 are supported: document types
 * and other encodings do not occur in spreadsheets.
 */
export class XmlScanner {
  readonly #listener: XmlListener
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #rest = ''
  #depth = 0

  constructor(listener: XmlListener) {
    this.#listener = listener
  }

  push(piece: Uint8Array) {
    this.#rest = this.#scan(this.#rest + this.#decode(piece))
  }

  end() {
    this.#scan(this.#rest + this.#decode())
    if (this.#depth !== 0) throw brokenFile()
  }

  #decode(piece?: Uint8Array): string {
    try {
      return piece ? this.#decoder.decode(piece, { stream: true }) : this.#decoder.decode()
    } catch {
      throw brokenFile()
    }
  }

  /** Returns the incomplete rest. */
  #scan(text: string): string {
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      if (begin < 0) return this.#lastText(text, at)
      if (begin > at && this.#listener.isListening) this.#listener.text(unescape(text.slice(at, begin)))
      const findBehind = this.#take(text, begin)
      if (findBehind < 0) {
        if (text.length - begin > maxTagLength) throw brokenFile()
        return text.slice(begin)
      }
      at = findBehind
    }
  }

  #lastText(text: string, at: number): string {
    const from = text.lastIndexOf('&')
    const cut = from >= at && from > text.length - 12 ? from : text.length
    if (cut > at && this.#listener.isListening) this.#listener.text(unescape(text.slice(at, cut)))
    return text.slice(cut)
  }

  /** Consumes what begins with a <; returns its end, or less than 0 if that is not there yet. */
  #take(text: string, begin: number): number {
    const next = text.charCodeAt(begin + 1)
    if (next === bang) return this.#takeSpecial(text, begin)
    if (next === question) return findBehind(text, '?>', begin)
    const last = findTagEnd(text, begin + 1)
    if (last < 0) return -1
    if (next === slash) {
      this.#depth--
      if (this.#depth < 0) throw brokenFile()
      this.#listener.close(getLocalName(text.slice(begin + 2, last)))
      return last + 1
    }
    const isEmpty = text.charCodeAt(last - 1) === slash
    const tag = text.slice(begin + 1, isEmpty ? last - 1 : last)
    const name = getLocalName(tag)
    this.#listener.open(name, tag)
    if (isEmpty) this.#listener.close(name)
    else if (++this.#depth > maxDepth) throw brokenFile()
    return last + 1
  }

  #takeSpecial(text: string, begin: number): number {
    if (text.length < begin + 9) return -1
    if (text.startsWith('<!--', begin)) return findBehind(text, '-->', begin + 4)
    if (!text.startsWith('<![CDATA[', begin)) throw brokenFile() // a document type
    const last = text.indexOf(']]>', begin)
    if (last < 0) return -1
    if (this.#listener.isListening) this.#listener.text(text.slice(begin + 9, last))
    return last + 3
  }
}

function findBehind(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? -1 : at + sign.length
}

/** The position of the > that ends a tag, outside of quotes. */
function findTagEnd(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (open !== 0) {
      if (sign === open) open = 0
    } else if (sign === end) return at
    else if (sign === quote || sign === apostrophe) open = sign
  }
  return -1
}

function getLocalName(tag: string): string {
  let from = 0
  for (let at = 0; at < tag.length; at++) {
    const sign = tag.charCodeAt(at)
    if (sign === 58) from = at + 1
    else if (sign <= 32) return tag.slice(from, at)
  }
  return from === 0 ? tag : tag.slice(from)
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w*));?/gi,
    (_, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) {
        const sign = namedEntities[name]
        if (sign === undefined) throw brokenFile() // a custom entity
        return sign
      }
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (code > 0x10ffff) throw brokenFile()
      return String.fromCodePoint(code)
    },
  )
}

/** An attribute of a tag, with any prefix. */
export function getAttribute(tag: string, name: string): string | undefined {
  const quotedAt = tag.indexOf(` ${name}="`)
  if (quotedAt >= 0) {
    const from = quotedAt + name.length + 3
    return unescape(tag.slice(from, tag.indexOf('"', from)))
  }
  if (!tag.includes(name)) return undefined
  const found = getPattern(name).exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : unescape(value)
}

const patterns = new Map<string, RegExp>()

function getPattern(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  return pattern
}
