import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { ModelTally } from './model-test-runs.ts'

/** Two people with a phone each, who are signed in and known in these networks. */
export interface QrModelContext {
  app: FastifyInstance
  tokens: Record<QrUser, string>
  userIds: Record<QrUser, string>
  addresses: readonly string[]
  expire(code: string): Promise<unknown>
  tally: ModelTally
}
export type QrUser = 'A' | 'B'

interface Code {
  state: 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'used' | 'expired'
  scannedBy?: QrUser
  /** Only the person who scanned can confirm. */
  confirmedBy?: QrUser
}
interface Model {
  codes: Code[]
}
interface Real {
  codes: string[]
  /** For each code: the users and browsers of the sessions that were opened. */
  handedOut: { userId: string; browser: string }[][]
  address: string
  browsers: Record<'asking' | 'other', string>
}
interface Answer {
  ret: number
  data: { code: string; userId: string; token: string }
}

const states = { waiting: 0, scanned: 1, confirmed: 2, cancelled: 4, used: 3, expired: 3 } as const
let sequences = 0

/** Each sequence has its own browsers in one of the networks, and begins with a displayed code. */
export async function startQrSequence(scene: QrModelContext) {
  const { addresses } = scene
  const mark = () => randomBytes(32).toString('base64url')
  const address = addresses[sequences++ % addresses.length]!
  const real: Real = { codes: [], handedOut: [], address, browsers: { asking: mark(), other: mark() } }
  const model: Model = { codes: [] }
  await requestCode(scene, model, real)
  return { real, model }
}

/** Commands of the model: each one states the required answer in every state. */
export function createQrCommands(scene: QrModelContext) {
  // Mostly one code and one person, so that sequences get far; the others interfere.
  const at = fc.constantFrom(0, 0, 0, 1)
  const who = fc.constantFrom<QrUser>('A', 'A', 'B')
  const by = (name: string, action: (person: QrUser) => CodeAction) =>
    fc.tuple(at, who).map(([code, person]) => on(scene, `${name} by ${person}`, code, action(person)))
  const login = (name: string, browsers: (keyof Real['browsers'])[]) =>
    at.map((code) => on(scene, `login by ${name}`, code, enter(browsers)))
  const often = [by('scan', scan), by('confirm', (person) => decide(person, false, 1)), login('the asker', ['asking'])]
  const anew = fc.constant(command(scene, 'ask', '', () => true, requestCode))
  return [
    ...often,
    ...often,
    ...often,
    anew,
    anew,
    by('confirm twice', (person) => decide(person, false, 2)),
    by('cancel', (person) => decide(person, true, 1)),
    login('another', ['other']),
    login('all at once', ['other', 'asking', 'asking', 'asking']),
    at.map((code) => on(scene, 'poll', code, poll)),
    at.map((code) => on(scene, 'expire', code, expire)),
  ]
}

type ModelAction = (scene: QrModelContext, model: Model, real: Real) => Promise<string>
type CodeAction = (
  scene: QrModelContext,
  target: { code: Code; codeValue: string; at: number; real: Real },
) => Promise<string>

function command(
  scene: QrModelContext,
  name: string,
  which: string,
  check: (model: Model) => boolean,
  action: ModelAction,
) {
  return {
    check,
    run: async (model: Model, real: Real) => scene.tally.note(`${name}: ${await action(scene, model, real)}`),
    toString: () => name + which,
  } satisfies fc.AsyncCommand<Model, Real>
}
const on = (scene: QrModelContext, name: string, at: number, action: CodeAction) =>
  command(
    scene,
    name,
    ` (${at})`,
    ({ codes }) => codes.length > at,
    (_, model, real) => action(scene, { code: model.codes[at]!, codeValue: real.codes[at]!, at, real }),
  )

const send = async (
  { app }: QrModelContext,
  real: Real,
  url: string,
  who: keyof Real['browsers'] | QrUser,
  payload?: object,
) =>
  (
    await app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      remoteAddress: real.address,
      headers: who === 'A' || who === 'B' ? {} : { cookie: `browser=${real.browsers[who]}` },
      ...(payload ? { payload } : {}),
    })
  ).json<Answer>()

/** Sends a request from a person's phone. */
const postAs = async ({ app, tokens }: QrModelContext, real: Real, who: QrUser, url: string, payload = {}) =>
  (
    await app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: real.address,
      headers: { authorization: `Bearer ${tokens[who]}` },
    })
  ).json<Answer>()

async function requestCode(scene: QrModelContext, model: Model, real: Real) {
  const { ret, data } = await send(scene, real, '/api/users/loginQrCode', 'asking')
  expect(ret).toBe(1)
  // The newest first: a page shows that one, the others are left over.
  model.codes.unshift({ state: 'waiting' })
  real.codes.unshift(data.code)
  real.handedOut.unshift([])
  return 'yes'
}

const scan =
  (who: QrUser): CodeAction =>
  async (scene, { code, codeValue, real }) => {
    const isFirst = code.state === 'waiting'
    const mayScan = isFirst || (code.state === 'scanned' && code.scannedBy === who)
    const { ret } = await postAs(scene, real, who, `/api/users/scanQrCode?code=${codeValue}`)
    expect(ret).toBe(mayScan ? 1 : 0)
    if (isFirst) Object.assign(code, { state: 'scanned', scannedBy: who })
    return mayScan ? 'yes' : 'no'
  }

const decide =
  (who: QrUser, cancel: boolean, often: number): CodeAction =>
  async (scene, { code, codeValue, real }) => {
    const wanted = cancel ? 'cancelled' : 'confirmed'
    const mayDecide = code.scannedBy === who && (code.state === 'scanned' || code.state === wanted)
    for (let time = 0; time < often; time++) {
      const { ret } = await postAs(scene, real, who, `/api/users/setQrCode?code=${codeValue}`, { cancel })
      expect(ret).toBe(mayDecide ? 1 : 0)
    }
    if (mayDecide) Object.assign(code, { state: wanted, ...(cancel ? {} : { confirmedBy: who }) })
    return mayDecide ? 'yes' : 'no'
  }

const enter =
  (browsers: (keyof Real['browsers'])[]): CodeAction =>
  async (scene, { code, codeValue, at, real }) => {
    const mayEnter = code.state === 'confirmed' && browsers.includes('asking')
    const answers = await Promise.all(
      browsers.map((browser) => send(scene, real, '/api/users/qrLogin', browser, { code: codeValue })),
    )
    for (const [index, { ret, data }] of answers.entries())
      if (ret === 1) real.handedOut[at]!.push({ userId: data.userId, browser: browsers[index]! })
    assertQrPromise(scene, code, real.handedOut[at]!)
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(mayEnter ? 1 : 0)
    expect(answers.every(({ ret }) => ret === 1 || ret === 0)).toBe(true)
    if (mayEnter) code.state = 'used'
    return mayEnter ? 'yes' : 'no'
  }

/** The invariant in every state: one session, for the browser that asked, of the person who scanned and confirmed. */
function assertQrPromise({ userIds }: QrModelContext, { confirmedBy }: Code, handedOut: Real['handedOut'][number]) {
  expect(handedOut.length).toBeLessThanOrEqual(1)
  for (const { userId, browser } of handedOut) {
    expect(browser).toBe('asking')
    expect(userId).toBe(userIds[confirmedBy!])
  }
}

const poll: CodeAction = async (scene, { code, codeValue, real }) => {
  const { ret, data } = await send(scene, real, `/api/users/checkQrCode?code=${codeValue}`, 'other')
  expect({ ret, data }).toEqual({ ret: 1, data: states[code.state] })
  return code.state
}

const expire: CodeAction = async (scene, { code, codeValue }) => {
  await scene.expire(codeValue)
  code.state = 'expired'
  delete code.scannedBy // belongs to nobody any more
  return 'yes'
}
