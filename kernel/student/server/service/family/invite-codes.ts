import { randomInt } from 'node:crypto'
import { toPinyin } from '#packages/pinyin'

/** Without those that look like others on paper: 0 and O, 1, I and L. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Small letters and digits for a name: without those, and without vowels, so that no words come of it. */
const loginNameAlphabet = '23456789bcdfghjkmnpqrstvwxyz'
const schoolLetters = 6
const randomLetters = 8

const pickRandom = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/**
 * A name to sign in with: the letters of the school, then eight signs by chance. Among two thousand pupils of a school
 * one guess in two hundred million is somebody's.
 */
export const createLoginName = (school: string) =>
  (toPinyin(school)
    .initials.replaceAll(/[^a-z]/g, '')
    .slice(0, schoolLetters) || 'xs') + pickRandom(loginNameAlphabet, randomLetters)

/** A word that is read from a slip of paper and typed in. */
export const createInviteCode = (length: number) => pickRandom(codeAlphabet, length)
