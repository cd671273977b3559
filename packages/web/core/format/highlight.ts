/** A piece of a name, and whether it is what was searched for. */
export interface HighlightPart {
  text: string
  isHit: boolean
}

// The first character of each letter in the order of a Chinese dictionary; no word begins with i, u or v.
const letters = 'abcdefghjklmnopqrstwxyz'
const firsts = Array.from('阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥扨它穵夕丫帀')
const order = new Intl.Collator('zh-CN-u-co-pinyin')
const isHan = /^\p{Script=Han}$/u

/** The letter that a character's reading begins with: the usual one, which is good enough for marking. */
export function getPinyinInitial(character: string): string {
  if (!isHan.test(character)) return character.toLowerCase()
  const at = firsts.findLastIndex((first) => order.compare(first, character) <= 0)
  return letters[at] ?? ''
}

/** Cuts a name where it matches: by the characters themselves, or by the letters they begin with. */
export function splitHighlights(name: string, keyword: string): HighlightPart[] {
  const characters = Array.from(name)
  const wanted = Array.from(keyword.trim().toLowerCase())
  const at =
    wanted.length === 0
      ? -1
      : [characters.map((character) => character.toLowerCase()), characters.map(getPinyinInitial)]
          .map((candidates) => indexOfRun(candidates, wanted))
          .find((found) => found >= 0)
  if (at === undefined || at < 0) return [{ text: name, isHit: false }]
  const end = at + wanted.length
  return [
    { text: characters.slice(0, at).join(''), isHit: false },
    { text: characters.slice(at, end).join(''), isHit: true },
    { text: characters.slice(end).join(''), isHit: false },
  ].filter(({ text }) => text !== '')
}

const indexOfRun = (candidates: readonly string[], wanted: readonly string[]) =>
  candidates.findIndex((_, from) => wanted.every((one, step) => candidates[from + step] === one))
