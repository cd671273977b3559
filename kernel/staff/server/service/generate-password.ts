import { randomInt } from 'node:crypto'

// Without letters and digits that are easily confused when spoken or written: f s, l i, 0 1 5.
const consonants = 'bdghkmnprtw'
const vowels = 'aeou'
const digits = '2346789'
const wordCount = 3
const syllables = 2
const digitsAtEnd = 4

const pick = (from: string) => from[randomInt(from.length)]!
const repeat = (count: number, make: () => string) => Array.from({ length: count }, make)
const createWord = () => repeat(syllables, () => pick(consonants) + pick(vowels)).join('')

/** Three pronounceable words and a number, such as Bagu-temo-kade-4729; it has four character classes. */
export function generatePassword(): string {
  const [first = '', ...others] = repeat(wordCount, createWord)
  const number = repeat(digitsAtEnd, () => pick(digits)).join('')
  return [first[0]!.toUpperCase() + first.slice(1), ...others, number].join('-')
}
