import { toPinyin } from '#packages/pinyin'
import { toComparable } from './cell-text.ts'

/** The Levenshtein distance. */
function editDistance(one: string, other: string): number {
  const a = Array.from(one)
  const b = Array.from(other)
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [row, letter] of a.entries()) {
    const line = [row + 1]
    for (const [column, against] of b.entries()) {
      const changed = above[column]! + (letter === against ? 0 : 1)
      line.push(Math.min(changed, above[column + 1]! + 1, line[column]! + 1))
    }
    above = line
  }
  return above[b.length]!
}

const countCharacters = (text: string) => Array.from(text).length

/** The equal share of the longer word, from 0 to 1. */
function getEqualShare(one: string, other: string): number {
  const longer = Math.max(countCharacters(one), countCharacters(other))
  return longer === 0 ? 0 : 1 - editDistance(one, other) / longer
}

const getSound = (text: string) => toPinyin(text).full

/** Different characters with the same pronunciation; words of only letters are compared as letters. */
function soundsTheSame(one: string, other: string): boolean {
  if (countCharacters(one) !== countCharacters(other)) return false
  const sound = getSound(one)
  return sound.length > 1 && sound === getSound(other)
}

/** The shorter word is contained in the longer: 教务 in 教务处. */
function getContainedShare(one: string, other: string): number {
  const [shorter, longer] = countCharacters(one) <= countCharacters(other) ? [one, other] : [other, one]
  if (countCharacters(shorter) < 2 || !longer.includes(shorter)) return 0
  return 0.6 + 0.4 * (countCharacters(shorter) / countCharacters(longer))
}

/**
 * The similarity of two words, from 0 to 1, by spelling and pronunciation. Texts longer than names and headings are not
 * compared.
 */
export function getSimilarity(one: string, other: string): number {
  const [a, b] = [toComparable(one), toComparable(other)]
  if (a === '' || b === '' || a.length > 60 || b.length > 60) return 0
  if (a === b) return 1
  return Math.max(getEqualShare(a, b), getContainedShare(a, b), soundsTheSame(a, b) ? 0.95 : 0)
}
