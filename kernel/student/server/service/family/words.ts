import { randomInt } from 'node:crypto'

/** Without those that look like others on paper: 0 and O, 1, I and L. */
const signs = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A word that is read from a slip of paper and typed in. */
export const newWord = (length: number) => Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
