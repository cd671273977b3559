import { splitHighlights, type HighlightPart } from '#packages/web/core/format/highlight.ts'

interface SearchableApp {
  name: string
  edition?: string
  /** The pinyin of the name from the server: xueshengbaoming, and xsbm. */
  pinyin: string
  initials: string
}

/** A character or a word of letters, with its pinyin. */
interface Sound {
  from: number
  to: number
  letters: string
}

const unit = /\p{Script=Han}|[a-z0-9]+/giu

/**
 * Assigns the pinyin to the characters. The server sends it without gaps; the initials show where to cut. Empty when
 * they do not fit; then only plain search is left.
 */
function listSounds({ name, pinyin, initials }: SearchableApp): Sound[] {
  const units = [...name.matchAll(unit)].map(({ 0: text, index }) => ({ from: index, to: index + text.length, text }))
  const cut = (at: number, read: number, begun: number): Sound[] | undefined => {
    const { from, to, text } = units[at] ?? {}
    if (text === undefined) return read === pinyin.length && begun === initials.length ? [] : undefined
    const isHan = text.length === 1 && !/[a-z0-9]/i.test(text)
    const own = text.toLowerCase()
    const longest = isHan ? 6 : own.length
    for (let length = longest; length >= (isHan ? 1 : longest); length--) {
      const letters = pinyin.slice(read, read + length)
      const begin = /^\d/.test(letters) ? letters : letters.slice(0, 1)
      if (letters.length !== length || (!isHan && letters !== own) || !begin) continue
      if (!initials.startsWith(begin, begun)) continue
      const rest = cut(at + 1, read + length, begun + begin.length)
      if (rest) return [{ from: from!, to: to!, letters }, ...rest]
    }
    return undefined
  }
  return cut(0, 0, 0) ?? []
}

/** The number of sounds from `at` on that the letters match, each with at least its first letter. */
function matchSoundsFrom(sounds: readonly Sound[], at: number, letters: string): number | undefined {
  if (letters === '') return 0
  const sound = sounds[at]?.letters ?? ''
  for (let length = Math.min(sound.length, letters.length); length > 0; length--) {
    if (!letters.startsWith(sound.slice(0, length))) continue
    const rest = matchSoundsFrom(sounds, at + 1, letters.slice(length))
    if (rest !== undefined) return rest + 1
  }
  return undefined
}

/** The parts of an application name with the match by characters, pinyin or initials; undefined without a match. */
export function matchAppName(app: SearchableApp, keyword: string): HighlightPart[] | undefined {
  const wanted = keyword.trim().toLowerCase().replaceAll(/\s+/g, '')
  const plain = [{ text: app.name, isHit: false }]
  const whole = app.name.toLowerCase().includes(wanted) ? splitHighlights(app.name, wanted) : undefined
  if (whole) return whole
  if (app.edition?.toLowerCase().includes(wanted)) return plain
  const sounds = listSounds(app)
  for (const [at, { from }] of sounds.entries()) {
    const run = matchSoundsFrom(sounds, at, wanted)
    if (run) return splitName(app.name, from, sounds[at + run - 1]!.to)
  }
  const isUncut = sounds.length === 0 && (app.pinyin.includes(wanted) || app.initials.includes(wanted))
  return isUncut ? splitHighlights(app.name, wanted) : undefined
}

const splitName = (name: string, from: number, to: number): HighlightPart[] =>
  [
    { text: name.slice(0, from), isHit: false },
    { text: name.slice(from, to), isHit: true },
    { text: name.slice(to), isHit: false },
  ].filter(({ text }) => text !== '')
