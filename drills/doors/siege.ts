import type { Redis } from 'ioredis'
import type { Answer, Browser } from '../parts/browser.ts'
import type { Hired } from '../parts/people.ts'

/** What every attack is given. */
export interface Siege {
  url: string
  long: boolean
  /** How many attack at a time. */
  atOnce: number
  /** People whose password is enough. */
  people: readonly Hired[]
  /** People of a school that wants a second step on a new device. */
  careful: readonly Hired[]
  /** For looking behind the curtain. */
  redis: Redis
  /** The first column of what the cell, or the directory, answers. */
  count(database: 'cell' | 'directory', text: string): Promise<number>
  /** Says what was seen, and whether that is how it should be. */
  show(what: string, isGood: boolean): void
}

/** The long form does it so often, the short one a tenth of that. */
export const times = ({ long }: Siege, often: number) => (long ? often : Math.ceil(often / 10))

export const tokensIn = (answers: readonly Answer[]) =>
  answers.filter(({ ret, data }) => ret === 1 && typeof data?.['token'] === 'string' && data['token'] !== '')

/** A captcha for this browser, solved as only we can: by looking at where the answer is kept. */
export async function solvedCaptcha({ redis }: Siege, browser: Browser): Promise<Record<string, string>> {
  const { data } = await browser.get<{ codeKey: string }>('/api/users/captcha?kind=text')
  const kept = JSON.parse((await redis.get(`shelf:captcha:${data.codeKey}`))!) as { answer: string }
  return { codekey: data.codeKey, codenum: kept.answer }
}

/** Whether all answers are among those expected. A machine that is overloaded may say so: that opens no door. */
export const isOneOf = (answers: readonly { ret: number }[], expected: readonly number[]) =>
  answers.every(({ ret }) => expected.includes(ret) || ret === -503)
