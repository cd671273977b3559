import { pinyinOf } from '#packages/pinyin'
import { comparable } from './written.ts'

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

const lengthOf = (text: string) => Array.from(text).length

/** How much of the longer word is the same, from 0 to 1. */
function shareAlike(one: string, other: string): number {
  const longer = Math.max(lengthOf(one), lengthOf(other))
  return longer === 0 ? 0 : 1 - editDistance(one, other) / longer
}

const soundOf = (text: string) => pinyinOf(text).full

/** Written with other characters, but said in the same way; letters alone are compared as letters. */
function soundsAlike(one: string, other: string): boolean {
  if (lengthOf(one) !== lengthOf(other)) return false
  const sound = soundOf(one)
  return sound.length > 1 && sound === soundOf(other)
}

/** The shorter stands in the longer: 教务 in 教务处. */
function shareContained(one: string, other: string): number {
  const [shorter, longer] = lengthOf(one) <= lengthOf(other) ? [one, other] : [other, one]
  if (lengthOf(shorter) < 2 || !longer.includes(shorter)) return 0
  return 0.6 + 0.4 * (lengthOf(shorter) / lengthOf(longer))
}

/** How alike two words are, from 0 to 1, to the eye and to the ear. Longer ones than names and headings are not looked at. */
export function likeness(one: string, other: string): number {
  const [a, b] = [comparable(one), comparable(other)]
  if (a === '' || b === '' || a.length > 60 || b.length > 60) return 0
  if (a === b) return 1
  return Math.max(shareAlike(a, b), shareContained(a, b), soundsAlike(a, b) ? 0.95 : 0)
}
