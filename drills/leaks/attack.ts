import type { Redis } from 'ioredis'
import type { Ctx } from '#packages/core'
import { hasDemoTotp } from '../../entry/seed/demo-totp.ts'
import { Browser } from '../parts/browser.ts'
import type { Hired } from '../parts/people.ts'
import { password } from '../parts/seeded.ts'
import { codeSentTo } from '../parts/sms.ts'
import type { Truth } from '../parts/truth.ts'

/** What every attack is given. The truth is only for comparing: no attack uses what it could not know. */
export interface Field {
  url: string
  long: boolean
  bucket: string
  redis: Redis
  /** Everybody of the first district. */
  truth: readonly Truth[]
  /** Schools of the first district by name. */
  schools: ReadonlyMap<string, string>
  /** People with a phone and an ID number, of a school without a second step. */
  owners: readonly (Hired & { idCard: string })[]
  /** Does something in the first district, as the installation itself. */
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The first column of what the cell answers. */
  count(text: string): Promise<number>
}

export interface Outcome {
  /** What the attack gets now, in words. */
  now: string
  isTight: boolean
}

export interface Attack {
  /** As the review calls it. */
  finding: string
  what: string
  /** What the review got on commit 32d90cc. */
  before: string
  run(field: Field): Promise<Outcome>
}

/** Somebody signed in; with the code on the phone where one is asked for. */
export async function enter({ url, truth }: Field, userName: string, isKnown = password): Promise<Browser> {
  if (isKnown === password && hasDemoTotp(userName)) return new Browser(url).signIn(userName, password)
  const browser = new Browser(url)
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
/** An answer without what differs by itself. */
export const bare = ({ text }: { text: string }) => text.replace(/"executeTime":\d+,?/, '')
