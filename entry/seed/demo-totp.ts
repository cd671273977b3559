import { setTimeout as sleep } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

/** Public, because it is in this file, so it protects nothing: only for demo districts. */
export const demoTotpSecret = 'QIMINGDEMOQIMINGDEMOQIMINGDEMO23'

/** Demo staff have an authenticator app, because permissions over others and over unmasked numbers require it. */
export const hasDemoTotp = (userName: string) => /^[a-z]+\.(?!pupil$|parent$)[a-z]+$/.test(userName)

const period = 30
const totp = new TOTP({ secret: Secret.fromBase32(demoTotpSecret), digits: 6, period })

/** The current code, and the seconds until it changes. */
export function getDemoCode(now: Date) {
  const timestamp = now.getTime()
  return { code: totp.generate({ timestamp }), secondsLeft: Math.ceil(totp.remaining({ timestamp }) / 1000) }
}

/** Claims the code of a 30-second step for a user; false if it was used before. */
export type ClaimTotpStep = (userName: string, step: number) => boolean

export function createStepClaims(): ClaimTotpStep {
  const taken = new Set<string>()
  return (userName, step) => {
    const key = `${userName} ${step}`
    return !taken.has(key) && Boolean(taken.add(key))
  }
}

/**
 * An unused code: each counts once, and the next step is valid as well. The previous one is too, but may expire on the
 * way.
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

/** Signs a demo user in by `post`, with a code where one is required. */
export async function signInToDemo<Data extends SignInAnswer['data']>(
  post: (path: string, body: object) => Promise<{ ret: number; msg: string; data: Data }>,
  { userName, userPwd, take }: { userName: string; userPwd: string; take: ClaimTotpStep },
): Promise<NonNullable<Data>> {
  // Pupils and guardians have their own sign-in.
  const isFamily = /\.(?:pupil|parent)$/.test(userName)
  let answer = await post(isFamily ? '/api/users/userLogin' : '/api/users/login', { userName, userPwd })
  const msgId = answer.data?.msgId
  // Two parallel sign-ins may arrive in reverse order: then the earlier code is no longer valid.
  for (let tries = 0; tries < 4 && msgId && !answer.data?.token; tries++)
    answer = await post('/api/users/checkCode', { msgId, code: await takeUnusedCode(userName, take), trust: false })
  if (!answer.data?.token) throw new Error(`${userName} cannot sign in: ${answer.msg}`)
  return answer.data
}
