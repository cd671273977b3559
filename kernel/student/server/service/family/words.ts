import { randomInt } from 'node:crypto'
import { pinyinOf } from '#packages/pinyin'

/** Without those that look like others on paper: 0 and O, 1, I and L. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Small letters and digits for a name: without those, and without vowels, so that no words come of it. */
const nameSigns = '23456789bcdfghjkmnpqrstvwxyz'
const ofSchool = 6
const byChance = 8

const some = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/**
 * A name to sign in with: the letters of the school, then eight signs by chance. Among two thousand pupils of a school
 * one guess in two hundred million is somebody's.
 */
export const newLoginName = (school: string) =>
  (pinyinOf(school)
    .initials.replaceAll(/[^a-z]/g, '')
    .slice(0, ofSchool) || 'xs') + some(nameSigns, byChance)

/** A word that is read from a slip of paper and typed in. */
export const newWord = (length: number) => some(signs, length)
