import { randomInt } from 'node:crypto'
import { toPinyin } from '#packages/pinyin'

/** Without characters that look alike on paper: 0 and O, 1, I and L. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Lower case for login names, without look-alikes, and without vowels so that no words are formed. */
const loginNameAlphabet = '23456789bcdfghjkmnpqrstvwxyz'
const schoolLetters = 6
const randomLetters = 8

const pickRandom = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join('')

/**
 * A login name: the initials of the school and eight random characters. With two thousand pupils in a school, one guess
 * in two hundred million hits a login name.
 */
export const createLoginName = (school: string) =>
  (toPinyin(school)
    .initials.replaceAll(/[^a-z]/g, '')
    .slice(0, schoolLetters) || 'xs') + pickRandom(loginNameAlphabet, randomLetters)

/** A code that people read from paper and type in. */
export const createInviteCode = (length: number) => pickRandom(codeAlphabet, length)
