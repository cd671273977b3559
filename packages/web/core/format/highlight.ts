/** A piece of a name, and whether it matches the keyword. */
export interface HighlightPart {
  text: string
  isHit: boolean
}

// The first character of each initial in dictionary order; no syllable begins with i, u or v.
const letters = 'abcdefghjklmnopqrstwxyz'
const firsts = Array.from('阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥扨它穵夕丫帀')
const order = new Intl.Collator('zh-CN-u-co-pinyin')
const isHan = /^\p{Script=Han}$/u

/** The initial of a character's usual reading, which is good enough for highlighting. */
export function getPinyinInitial(character: string): string {
  if (!isHan.test(character)) return character.toLowerCase()
  const at = firsts.findLastIndex((first) => order.compare(first, character) <= 0)
  return letters[at] ?? ''
}

/** Splits a name at its matches: by the characters themselves, or by their initials. */
export function splitHighlights(name: string, keyword: string): HighlightPart[] {
  const characters = Array.from(name)
  const keywordCharacters = Array.from(keyword.trim().toLowerCase())
  const at =
    keywordCharacters.length === 0
      ? -1
      : [characters.map((character) => character.toLowerCase()), characters.map(getPinyinInitial)]
          .map((candidates) => indexOfRun(candidates, keywordCharacters))
          .find((found) => found >= 0)
  if (at === undefined || at < 0) return [{ text: name, isHit: false }]
  const end = at + keywordCharacters.length
  return [
    { text: characters.slice(0, at).join(''), isHit: false },
    { text: characters.slice(at, end).join(''), isHit: true },
    { text: characters.slice(end).join(''), isHit: false },
  ].filter(({ text }) => text !== '')
}

const indexOfRun = (candidates: readonly string[], wanted: readonly string[]) =>
  candidates.findIndex((_, from) => wanted.every((one, step) => candidates[from + step] === one))
