import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

/** Known to everybody who reads this file, so it protects nothing: for demo districts. */
export const demoTotpSecret = 'QIMINGDEMOQIMINGDEMOQIMINGDEMO23'

/** The demo's staff have an application that shows codes: whoever decides over others, or sees whole numbers, needs it. */
export const hasDemoTotp = (userName: string) => /^[a-z]+\.(?!pupil$|parent$)[a-z]+$/.test(userName)

const period = 30
const totp = new TOTP({ secret: Secret.fromBase32(demoTotpSecret), digits: 6, period })

/** The code of this moment, and for how many seconds it is shown. */
export function getDemoCode(now: Date) {
  const timestamp = now.getTime()
  return { code: totp.generate({ timestamp }), secondsLeft: Math.ceil(totp.remaining({ timestamp }) / 1000) }
}

/** Takes the code of a step of 30 seconds for somebody; false if it was taken before. */
export type ClaimTotpStep = (userName: string, step: number) => boolean

export function createStepClaims(): ClaimTotpStep {
  const taken = new Set<string>()
  return (userName, step) => {
    const key = `${userName} ${step}`
    return !taken.has(key) && Boolean(taken.add(key))
  }
}

/**
 * A code that nobody has used: each counts once, and the next is good as well. The one before is too, but may be too old
 * when it arrives.
 */
export async function takeUnusedCode(userName: string, take: ClaimTotpStep) {
  for (;;) {
    const now = totp.counter()
    const step = [now, now + 1].find((one) => take(userName, one))
    if (step !== undefined) return totp.generate({ timestamp: step * period * 1000 })
    await sleep(1000)
  }
}

interface SignInAnswer {
  ret: number
  msg: string
  data: { token: string; needMsg: boolean; msgId: string } | null
}

/** Signs in one of the demo's people by `post`, with a code where one is asked for. */
export async function signInToDemo<Data extends SignInAnswer['data']>(
  post: (path: string, body: object) => Promise<{ ret: number; msg: string; data: Data }>,
  { userName, userPwd, take }: { userName: string; userPwd: string; take: ClaimTotpStep },
): Promise<NonNullable<Data>> {
  let answer = await post('/api/users/login', { userName, userPwd })
  const msgId = answer.data?.msgId
  // Two that sign in at once may come in the other order: then the earlier code is no longer good.
  for (let tries = 0; tries < 4 && msgId && !answer.data?.token; tries++)
    answer = await post('/api/users/checkCode', { msgId, code: await takeUnusedCode(userName, take), trust: false })
  if (!answer.data?.token) throw new Error(`${userName} cannot sign in: ${answer.msg}`)
  return answer.data
}
