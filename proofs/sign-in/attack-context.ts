import type { Redis } from 'ioredis'
import type { ApiAnswer, ApiClient } from '../shared/browser.ts'
import type { HiredStaff } from '../shared/schools.ts'

/** What every attack is given. */
export interface SignInAttack {
  url: string
  long: boolean
  /** How many attack at a time. */
  atOnce: number
  /** People whose password is enough. */
  people: readonly HiredStaff[]
  /** People of a school that wants a second step on a new device. */
  careful: readonly HiredStaff[]
  /** For looking behind the curtain. */
  redis: Redis
  /** The first column of what the cell, or the directory, answers. */
  count(database: 'cell' | 'directory', text: string): Promise<number>
  /** Says what was seen, and whether that is how it should be. */
  show(what: string, isGood: boolean): void
}

/** The long form does it so often, the short one a tenth of that. */
export const roundsOf = ({ long }: SignInAttack, often: number) => (long ? often : Math.ceil(often / 10))

export const collectTokens = (answers: readonly ApiAnswer[]) =>
  answers.filter(({ ret, data }) => ret === 1 && typeof data?.['token'] === 'string' && data['token'] !== '')

const digits = '零一二三四五六七八九'

/** A captcha for this browser, solved as people do: by reading the question. */
export async function solveCaptcha(browser: ApiClient): Promise<Record<string, string>> {
  const { data } = await browser.get<{ codeKey: string; question: string }>('/api/users/captcha?kind=text')
  const [one, two] = Array.from(data.question).flatMap((sign) => (digits.includes(sign) ? digits.indexOf(sign) : []))
  return { codekey: data.codeKey, codenum: String(one! + two!) }
}

/** As if everybody who is signed in had told a code: a phone that has shown only a password confirms no QR code. */
export const checkSessions = ({ count }: SignInAttack) =>
  count(
    'cell',
    `with proved as (update tenant.session set factors = '{password,sms}' returning 1) select count(*) from proved`,
  )

/** Whether all answers are among those expected. A machine that is overloaded may say so: that opens no door. */
export const areAllExpected = (answers: readonly { ret: number }[], expected: readonly number[]) =>
  answers.every(({ ret }) => expected.includes(ret) || ret === -503)
