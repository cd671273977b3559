import type { Redis } from 'ioredis'
import type { Ctx } from '#packages/core'
import { hasDemoTotp } from '../../entry/seed/demo-totp.ts'
import { ApiClient } from '../shared/browser.ts'
import type { HiredStaff } from '../shared/schools.ts'
import { password } from '../shared/seeded-database.ts'
import { codeSentTo } from '../shared/sms.ts'
import type { KnownPeople } from '../shared/known-people.ts'

/** Input of every attack. `truth` is only for comparison: no attack uses data that an attacker could not have. */
export interface AttackContext {
  url: string
  long: boolean
  bucket: string
  redis: Redis
  /** Everybody of the first district. */
  truth: readonly KnownPeople[]
  /** Schools of the first district by name. */
  schools: ReadonlyMap<string, string>
  /** People with a phone and an ID number, of a school without a second step. */
  owners: readonly (HiredStaff & { idCard: string })[]
  /** Runs work in the first district without an API call. */
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The first column of a query in the cell. */
  count(text: string): Promise<number>
}

export interface AttackOutcome {
  /** What the attack gets now. */
  now: string
  isTight: boolean
}

export interface Attack {
  /** The title of the finding in the review. */
  finding: string
  what: string
  /** What the review got on commit 32d90cc. */
  before: string
  run(field: AttackContext): Promise<AttackOutcome>
}

/** Signs a person in, with an SMS code where one is required. */
export async function signInAs(
  { url, truth }: AttackContext,
  userName: string,
  isKnown = password,
): Promise<ApiClient> {
  if (isKnown === password && hasDemoTotp(userName)) return new ApiClient(url).signIn(userName, password)
  const browser = new ApiClient(url)
  const answer = await browser.post<{ token: string; needMsg: boolean; msgId: string; phone: string }>(
    '/api/users/login',
    { userName, userPwd: isKnown },
  )
  if (answer.data?.needMsg) {
    const { msgId, phone } = answer.data
    const [first, last] = phone.split('****')
    const owner = truth.find((one) => one.phone.startsWith(first!) && one.phone.endsWith(last!))!
    await browser.post('/api/users/sendMsgCode', { msgId })
    const proved = await browser.post<{ token: string }>('/api/users/checkCode', {
      msgId,
      code: await codeSentTo(owner.phone),
    })
    browser.token = proved.data?.token
  } else browser.token = answer.data?.token
  if (!browser.token) throw new Error(`${userName} cannot sign in: ${answer.text}`)
  return browser
}

export const hasToken = (data: unknown) => Boolean((data as { token?: string } | null)?.token)
/** An answer without the fields that differ every time. */
export const plainText = ({ text }: { text: string }) => text.replace(/"executeTime":\d+,?/, '')
