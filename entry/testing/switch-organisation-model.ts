import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { password } from '#kernel/identity/server/example.ts'
import type { TestDatabase } from '#packages/testing'
import { type ModelTally } from './model-test-runs.ts'

/** A person with a post at a bureau and one at a school, who may visit another school, but not a foreign one. */
export interface SwitchModelContext {
  app: FastifyInstance
  database: TestDatabase
  userName: string
  orgs: Record<Target | 'foreign', string>
  writePath: string
  /** A faulty client: it does not send which organisation it shows. */
  isForgetful: boolean
  firstToken(): Promise<string>
  /** Belongs to the account, so it outlives a sequence. */
  used: { last: Session['post'] }
  tally: ModelTally
}
type Target = 'home' | 'second' | 'visited'

/** A session in the model. */
interface Session {
  org: Target
  /** The post it was opened with: only that of the bureau may visit. */
  post: 'home' | 'second'
  endedAt: number
  /** A minute after another session replaced it. */
  graceEndsAt: number
  expiresAt: number
}
interface Tab {
  token: string
  shown: Target
}
interface Model {
  sessions: Map<string, Session>
  /** What the tabs of a browser share. */
  stored: string
  tabs: (Tab | undefined)[]
}
interface Write {
  id: string
  shown: Target
  ret: number
}
interface Real {
  browser: string
  began: Date
  writes: Write[]
}

/** How long a process may cache a session. */
const rememberedMs = 2_000
const never = Number.POSITIVE_INFINITY
const day = 24 * 3600_000

export async function startSwitchSequence(scene: SwitchModelContext): Promise<{ model: Model; real: Real }> {
  advanceClock(1_000)
  const token = await scene.firstToken()
  const first: Session = { org: 'home', post: 'home', endedAt: never, graceEndsAt: never, expiresAt: Date.now() + day }
  const tab = (): Tab => ({ token, shown: 'home' })
  return {
    model: { sessions: new Map([[token, first]]), stored: token, tabs: [tab(), tab(), tab()] },
    real: { browser: randomBytes(32).toString('base64url'), began: new Date(), writes: [] },
  }
}

/** Only this moves the clock of the test. */
const advanceClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

interface Answer {
  ret: number
  data: { token: string; orgId: string }
}

async function callApi(
  scene: SwitchModelContext,
  real: Real,
  url: string,
  { token, shown, payload }: { token?: string; shown?: Target | ''; payload?: object },
) {
  advanceClock(1)
  const headers = {
    cookie: `browser=${real.browser}`,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(shown && !scene.isForgetful ? { 'x-org-id': scene.orgs[shown] } : {}),
  }
  const method = payload ? 'POST' : 'GET'
  return (await scene.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })).json<Answer>()
}

/** The allowed answers to a session that shows an organisation: shortly after its end the cache may still have it. */
function listAllowedAnswers(scene: SwitchModelContext, session: Session | undefined, shown: Target | ''): number[] {
  if (!session) return [-3]
  const now = Date.now()
  const isHere = shown === '' || scene.isForgetful || session.org === shown
  const gone = Math.min(session.graceEndsAt, session.expiresAt)
  const end = Math.min(session.endedAt, gone)
  if (now < end) return [isHere ? 1 : -11]
  const over = now >= gone ? -3 : -8
  // The session's end and its expiry may both be within the cache time.
  return now < end + rememberedMs ? [over, -8, isHere ? 1 : -11] : [over]
}

const targets: readonly Target[] = ['home', 'second', 'visited']
const findTarget = (scene: SwitchModelContext, id: string) => targets.find((target) => scene.orgs[target] === id)!

type ModelAction = (scene: SwitchModelContext, at: number, model: Model, real: Real) => Promise<string>

/** The commands: what people do in three tabs of one browser. */
export function createSwitchCommands(scene: SwitchModelContext) {
  const tab = fc.nat(2)
  const inTab = (name: string, action: ModelAction, check = isSignedIn) =>
    tab.map((at) => command(scene, name, at, check, action))
  const write = [inTab('write', writeFrom('tab')), inTab('write with the shared token', writeFrom('storage'))]
  return [
    ...write,
    ...write,
    ...targets.map((target) => inTab(`switch to ${target}`, switchTo(target))),
    inTab('switch to foreign', failSwitch),
    inTab('reload', reload, () => true),
    inTab('reload', reload, () => true),
    inTab('logout', logout),
    inTab('sign in', signIn, (model) => model.stored === ''),
    fc.constantFrom(rememberedMs + 100, rememberedMs + 100, 61_000).map((ms) => passTime(scene, ms)),
  ]
}

const isSignedIn = (model: Model, at: number) => model.tabs[at] !== undefined

function command(
  scene: SwitchModelContext,
  name: string,
  at: number,
  check: (model: Model, at: number) => boolean,
  action: ModelAction,
): fc.AsyncCommand<Model, Real> {
  return {
    check: (model) => check(model, at),
    run: async (model, real) => scene.tally.note(`${name}: ${await action(scene, at, model, real)}`),
    toString: () => `${name} in tab ${at}`,
  }
}

const passTime = (scene: SwitchModelContext, milliseconds: number): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run: async () => {
    advanceClock(milliseconds)
    scene.tally.note('time passes')
  },
  toString: () => `${milliseconds} ms pass`,
})

/** A write with the tab's own token, or with the one that another tab has stored since. */
const writeFrom =
  (source: 'tab' | 'storage'): ModelAction =>
  async (scene, at, model, real) => {
    const { token: own, shown } = model.tabs[at]!
    const token = source === 'tab' ? own : model.stored || own
    const id = randomUUID()
    const { ret } = await callApi(scene, real, scene.writePath, { token, shown, payload: { id } })
    real.writes.push({ id, shown, ret })
    expect(listAllowedAnswers(scene, model.sessions.get(token), shown)).toContain(ret)
    return `${ret}`
  }

const switchTo =
  (target: Target): ModelAction =>
  async (scene, at, model, real) => {
    const { token, shown } = model.tabs[at]!
    const old = model.sessions.get(token)!
    const payload = { orgId: scene.orgs[target] }
    const { ret, data } = await callApi(scene, real, '/api/users/switchoverOrg', { token, shown, payload })
    const mayGo = target !== 'visited' || old.post === 'home'
    const now = Date.now()
    if (now >= old.endedAt) expect(ret, 'a session that was ended opens another one').not.toBe(1)
    else if (now < old.graceEndsAt) expect(ret).toBe(mayGo ? 1 : -5)
    if (ret !== 1) return `${ret}`
    expect(data.orgId).toBe(scene.orgs[target])
    const post = target === 'visited' ? old.post : target
    model.sessions.set(data.token, { org: target, post, endedAt: never, graceEndsAt: never, expiresAt: old.expiresAt })
    old.graceEndsAt = Math.min(old.graceEndsAt, now + 60_000)
    model.stored = data.token
    scene.used.last = post
    model.tabs[at] = { token: data.token, shown: target }
    return '1'
  }

/** A refused switch changes nothing: the tab stays where it was. */
const failSwitch: ModelAction = async (scene, at, model, real) => {
  const { token, shown } = model.tabs[at]!
  const payload = { orgId: scene.orgs.foreign }
  const { ret } = await callApi(scene, real, '/api/users/switchoverOrg', { token, shown, payload })
  const before = listAllowedAnswers(scene, model.sessions.get(token), shown)
  expect(before.map((one) => (one === 1 ? -5 : one))).toContain(ret)
  await writeFrom('tab')(scene, at, model, real)
  return `${ret}`
}

/** A reloaded page uses the current session, first in the organisation of the tab, then in that of the session. */
const reload: ModelAction = async (scene, at, model, real) => {
  const token = model.stored
  if (!token) {
    model.tabs[at] = undefined
    return 'signed out'
  }
  const session = model.sessions.get(token)
  let pinned: Target | '' = model.tabs[at]?.shown ?? ''
  let answer = await callApi(scene, real, '/api/users/loginInof', { token, shown: pinned })
  expect(listAllowedAnswers(scene, session, pinned)).toContain(answer.ret)
  if (answer.ret === -11) {
    pinned = ''
    answer = await callApi(scene, real, '/api/users/loginInof', { token, shown: '' })
    expect(listAllowedAnswers(scene, session, '')).toContain(answer.ret)
  }
  if (answer.ret === 1) {
    expect(answer.data.orgId).toBe(scene.orgs[session!.org])
    model.tabs[at] = { token, shown: findTarget(scene, answer.data.orgId) }
  } else {
    model.tabs[at] = undefined
    model.stored = ''
  }
  return `${answer.ret}`
}

const logout: ModelAction = async (scene, at, model, real) => {
  const { token, shown } = model.tabs[at]!
  const session = model.sessions.get(token)!
  const { ret } = await callApi(scene, real, '/api/users/logout', { token, shown, payload: {} })
  expect(listAllowedAnswers(scene, session, shown)).toContain(ret)
  if (ret === 1) {
    session.endedAt = Math.min(session.endedAt, Date.now())
    // Sessions replaced by a switch end with the sign-out.
    for (const one of model.sessions.values())
      if (one.graceEndsAt !== never) one.endedAt = Math.min(one.endedAt, Date.now())
  }
  model.tabs[at] = undefined
  if (model.stored === token) model.stored = ''
  return `${ret}`
}

const signIn: ModelAction = async (scene, at, model, real) => {
  const payload = { userName: scene.userName, userPwd: password }
  const { ret, data } = await callApi(scene, real, '/api/users/login', { payload })
  expect(ret).toBe(1)
  const org = findTarget(scene, data.orgId)
  expect(org).toBe(scene.used.last) // people return to the post they used last, and never as a visitor
  model.sessions.set(data.token, {
    org,
    post: scene.used.last,
    endedAt: never,
    graceEndsAt: never,
    expiresAt: Date.now() + day,
  })
  model.stored = data.token
  model.tabs[at] = { token: data.token, shown: org }
  return '1'
}

export const wrongOrganisationMessage = 'a write in another organisation than the one that is shown'

/** The invariant: an accepted write is logged in the organisation that the tab showed, a refused one is not. */
export async function assertSwitchPromise({ database, orgs, writePath }: SwitchModelContext, { began, writes }: Real) {
  const rows = await database.sql<{ id: string; org: string }>(
    'select object_ids[1] as id, org_id as org from tenant.operation_log where at >= $1 and route = $2',
    [began, writePath],
  )
  const logged = new Map(rows.map(({ id, org }) => [id, org]))
  for (const { id, shown, ret } of writes)
    if (logged.get(id) !== (ret === 1 ? orgs[shown] : undefined)) throw new Error(wrongOrganisationMessage)
  expect(rows).toHaveLength(writes.filter(({ ret }) => ret === 1).length)
}
