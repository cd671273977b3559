import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Tally } from './models.ts'

/** Two people with a phone each, who are signed in and known at these places. */
export interface QrScene {
  app: FastifyInstance
  tokens: Record<Who, string>
  userIds: Record<Who, string>
  places: readonly string[]
  expire(code: string): Promise<unknown>
  tally: Tally
}
export type Who = 'A' | 'B'

interface Code {
  state: 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'used' | 'expired'
  scannedBy?: Who
  /** Only who scanned it can have done so. */
  confirmedBy?: Who
}
interface Model {
  codes: Code[]
}
interface Real {
  codes: string[]
  /** Of each code: whose sessions were handed out for it, and to which browser. */
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

/** Each sequence has its own browsers, at one of the places, and begins with a code on the screen. */
export async function newScene(scene: QrScene) {
  const { places } = scene
  const mark = () => randomBytes(32).toString('base64url')
  const address = places[sequences++ % places.length]!
  const real: Real = { codes: [], handedOut: [], address, browsers: { asking: mark(), other: mark() } }
  const model: Model = { codes: [] }
  await ask(scene, model, real)
  return { real, model }
}

/** What people do with codes: each command says what the server must answer, whatever happened before. */
export function qrCommands(scene: QrScene) {
  // Mostly one code and mostly one person, so that sequences get far; the others are there to interfere.
  const at = fc.constantFrom(0, 0, 0, 1)
  const who = fc.constantFrom<Who>('A', 'A', 'B')
  const by = (name: string, deed: (person: Who) => CodeDeed) =>
    fc.tuple(at, who).map(([code, person]) => on(scene, `${name} by ${person}`, code, deed(person)))
  const login = (name: string, browsers: (keyof Real['browsers'])[]) =>
    at.map((code) => on(scene, `login by ${name}`, code, enter(browsers)))
  const often = [by('scan', scan), by('confirm', (person) => decide(person, false, 1)), login('the asker', ['asking'])]
  const anew = fc.constant(command(scene, 'ask', '', () => true, ask))
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

type Deed = (scene: QrScene, model: Model, real: Real) => Promise<string>
type CodeDeed = (scene: QrScene, asked: { code: Code; word: string; at: number; real: Real }) => Promise<string>

function command(scene: QrScene, name: string, which: string, check: (model: Model) => boolean, deed: Deed) {
  return {
    check,
    run: async (model: Model, real: Real) => scene.tally.note(`${name}: ${await deed(scene, model, real)}`),
    toString: () => name + which,
  } satisfies fc.AsyncCommand<Model, Real>
}
const on = (scene: QrScene, name: string, at: number, deed: CodeDeed) =>
  command(
    scene,
    name,
    ` (${at})`,
    ({ codes }) => codes.length > at,
    (_, model, real) => deed(scene, { code: model.codes[at]!, word: real.codes[at]!, at, real }),
  )

const send = async ({ app }: QrScene, real: Real, url: string, who: keyof Real['browsers'] | Who, payload?: object) =>
  (
    await app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      remoteAddress: real.address,
      headers: who === 'A' || who === 'B' ? {} : { cookie: `browser=${real.browsers[who]}` },
      ...(payload ? { payload } : {}),
    })
  ).json<Answer>()

/** As somebody with a phone. */
const tell = async ({ app, tokens }: QrScene, real: Real, who: Who, url: string, payload = {}) =>
  (
    await app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: real.address,
      headers: { authorization: `Bearer ${tokens[who]}` },
    })
  ).json<Answer>()

async function ask(scene: QrScene, model: Model, real: Real) {
  const { ret, data } = await send(scene, real, '/api/users/loginQrCode', 'asking')
  expect(ret).toBe(1)
  // The newest first: a page shows that one, the others are left over.
  model.codes.unshift({ state: 'waiting' })
  real.codes.unshift(data.code)
  real.handedOut.unshift([])
  return 'yes'
}

const scan =
  (who: Who): CodeDeed =>
  async (scene, { code, word, real }) => {
    const isFirst = code.state === 'waiting'
    const mayScan = isFirst || (code.state === 'scanned' && code.scannedBy === who)
    const { ret } = await tell(scene, real, who, `/api/users/scanQrCode?code=${word}`)
    expect(ret).toBe(mayScan ? 1 : 0)
    if (isFirst) Object.assign(code, { state: 'scanned', scannedBy: who })
    return mayScan ? 'yes' : 'no'
  }

const decide =
  (who: Who, cancel: boolean, often: number): CodeDeed =>
  async (scene, { code, word, real }) => {
    const wanted = cancel ? 'cancelled' : 'confirmed'
    const mayDecide = code.scannedBy === who && (code.state === 'scanned' || code.state === wanted)
    for (let time = 0; time < often; time++) {
      const { ret } = await tell(scene, real, who, `/api/users/setQrCode?code=${word}`, { cancel })
      expect(ret).toBe(mayDecide ? 1 : 0)
    }
    if (mayDecide) Object.assign(code, { state: wanted, ...(cancel ? {} : { confirmedBy: who }) })
    return mayDecide ? 'yes' : 'no'
  }

const enter =
  (browsers: (keyof Real['browsers'])[]): CodeDeed =>
  async (scene, { code, word, at, real }) => {
    const mayEnter = code.state === 'confirmed' && browsers.includes('asking')
    const answers = await Promise.all(
      browsers.map((browser) => send(scene, real, '/api/users/qrLogin', browser, { code: word })),
    )
    for (const [index, { ret, data }] of answers.entries())
      if (ret === 1) real.handedOut[at]!.push({ userId: data.userId, browser: browsers[index]! })
    keepsPromise(scene, code, real.handedOut[at]!)
    expect(answers.filter(({ ret }) => ret === 1)).toHaveLength(mayEnter ? 1 : 0)
    expect(answers.every(({ ret }) => ret === 1 || ret === 0)).toBe(true)
    if (mayEnter) code.state = 'used'
    return mayEnter ? 'yes' : 'no'
  }

/** The promise itself, whatever the states: one session, for the browser that asked, of who scanned and confirmed. */
function keepsPromise({ userIds }: QrScene, { confirmedBy }: Code, handedOut: Real['handedOut'][number]) {
  expect(handedOut.length).toBeLessThanOrEqual(1)
  for (const { userId, browser } of handedOut) {
    expect(browser).toBe('asking')
    expect(userId).toBe(userIds[confirmedBy!])
  }
}

const poll: CodeDeed = async (scene, { code, word, real }) => {
  const { ret, data } = await send(scene, real, `/api/users/checkQrCode?code=${word}`, 'other')
  expect({ ret, data }).toEqual({ ret: 1, data: states[code.state] })
  return code.state
}

const expire: CodeDeed = async (scene, { code, word }) => {
  await scene.expire(word)
  code.state = 'expired'
  delete code.scannedBy // nobody's any more
  return 'yes'
}
