import type { Redis } from 'ioredis'
import type { ApiAnswer, ApiClient } from '../shared/browser.ts'
import type { HiredStaff } from '../shared/schools.ts'

/** Input of every attack. */
export interface SignInAttack {
  url: string
  long: boolean
  /** How many requests attack in parallel. */
  atOnce: number
  /** People whose password is enough. */
  people: readonly HiredStaff[]
  /** People of a school that requires a second step on a new device. */
  careful: readonly HiredStaff[]
  /** For looking into the stored values. */
  redis: Redis
  /** The first column of a query in the cell or the directory. */
  count(database: 'cell' | 'directory', text: string): Promise<number>
  /** Prints an observation and records whether it is as expected. */
  show(what: string, isGood: boolean): void
}

/** The number of rounds: all in the long form, a tenth in the short one. */
export const roundsOf = ({ long }: SignInAttack, often: number) => (long ? often : Math.ceil(often / 10))

export const collectTokens = (answers: readonly ApiAnswer[]) =>
  answers.filter(({ ret, data }) => ret === 1 && typeof data?.['token'] === 'string' && data['token'] !== '')

const digits = '零一二三四五六七八九'

/** Solves a captcha for this browser by reading the question, as people do. */
export async function solveCaptcha(browser: ApiClient): Promise<Record<string, string>> {
  const { data } = await browser.get<{ codeKey: string; question: string }>('/api/users/captcha?kind=text')
  const [one, two] = Array.from(data.question).flatMap((sign) => (digits.includes(sign) ? digits.indexOf(sign) : []))
  return { codekey: data.codeKey, codenum: String(one! + two!) }
}

/** Marks all sessions as verified by SMS: a phone with only a password cannot confirm a QR code. */
export const checkSessions = ({ count }: SignInAttack) =>
  count(
    'cell',
    `with proved as (update tenant.session set factors = '{password,sms}' returning 1) select count(*) from proved`,
  )

/** Whether all answers are expected. An overloaded machine may refuse requests: that lets nobody in. */
export const areAllExpected = (answers: readonly { ret: number }[], expected: readonly number[]) =>
  answers.every(({ ret }) => expected.includes(ret) || ret === -503)
