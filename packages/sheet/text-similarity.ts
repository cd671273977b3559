import { toPinyin } from '#packages/pinyin'
import { toComparable } from './cell-text.ts'

/** How many characters have to be put in, taken out or changed. */
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

/** How much of the longer word is the same, from 0 to 1. */
function getEqualShare(one: string, other: string): number {
  const longer = Math.max(countCharacters(one), countCharacters(other))
  return longer === 0 ? 0 : 1 - editDistance(one, other) / longer
}

const getSound = (text: string) => toPinyin(text).full

/** Written with other characters, but said in the same way; letters alone are compared as letters. */
function soundsTheSame(one: string, other: string): boolean {
  if (countCharacters(one) !== countCharacters(other)) return false
  const sound = getSound(one)
  return sound.length > 1 && sound === getSound(other)
}

/** The shorter stands in the longer: 教务 in 教务处. */
function getContainedShare(one: string, other: string): number {
  const [shorter, longer] = countCharacters(one) <= countCharacters(other) ? [one, other] : [other, one]
  if (countCharacters(shorter) < 2 || !longer.includes(shorter)) return 0
  return 0.6 + 0.4 * (countCharacters(shorter) / countCharacters(longer))
}

/** How alike two words are, from 0 to 1, to the eye and to the ear. Longer ones than names and headings are not looked at. */
export function getSimilarity(one: string, other: string): number {
  const [a, b] = [toComparable(one), toComparable(other)]
  if (a === '' || b === '' || a.length > 60 || b.length > 60) return 0
  if (a === b) return 1
  return Math.max(getEqualShare(a, b), getContainedShare(a, b), soundsTheSame(a, b) ? 0.95 : 0)
}
