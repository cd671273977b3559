import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { useDatabase, writeSession, type World } from '#packages/testing'
import { filesGateway, listOwnerFiles, storeFile } from '#kernel/files/server/api.ts'
import { messageApi } from '#kernel/message/contract.ts'
import { sessionApi } from '#kernel/session/contract.ts'
import { onlineSessionApi } from '#kernel/session/server/api.ts'
import { isSessionOpen } from '#kernel/session/server/api.ts'
import { staffApi } from '#kernel/staff/contract.ts'
import { loadModules } from '../modules.ts'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'
import { createApi } from './app.ts'

/** An ended token, stream or link must stop working within this time. */
const boundMs = 5_000
const database = useDatabase({ withoutDistricts: true })
let app: FastifyInstance
let gateway: FastifyInstance
let gatewayWithoutCheck: FastifyInstance
let world: World & { people: PeopleBuilder }

beforeAll(async () => {
  app = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
  gateway = filesGateway(database, { log: false, isSessionOpen })
  gatewayWithoutCheck = filesGateway(database, { log: false, isSessionOpen: async () => true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  world = await buildWorld(database)
})
afterAll(async () => {
  await app.close()
  await gateway.close()
  await gatewayWithoutCheck.close()
})

interface SignedIn {
  actor: Actor
  authorization: string
  link: string
}

/** A person with a session and a file link that belongs to it. */
async function signIn(actor: Actor, sessionId = newId()): Promise<SignedIn> {
  const { districtId, personId, orgId } = actor
  const token = await writeSession(database, { ...actor, kind: 'staff', id: sessionId })
  const owner = { kind: 'test', id: newId() }
  const where = { app: database.app, cells: database.cells, districtId, now: new Date() }
  const content = Buffer.from('春眠不觉晓')
  await storeFile(where, { name: '春晓.txt', kind: 'txt', content, owner, personId, orgId })
  const filesByOwner = await database.as({ ...actor, sessionId }, (ctx) =>
    listOwnerFiles(ctx, { kind: 'test', ids: [owner.id] }),
  )
  const link = new URL(filesByOwner.get(owner.id)![0]!.url).pathname
  return { actor: { ...actor, sessionId }, authorization: `Bearer ${token}`, link }
}

const hire = () => world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])

const post = async (path: string, authorization: string, payload: object = {}) =>
  (await app.inject({ method: 'POST', url: path, headers: { authorization }, payload })).json<{ ret: number }>().ret

const tokenWorks = async ({ authorization }: SignedIn) =>
  (await app.inject({ url: messageApi.unreadCount.path, headers: { authorization } })).json<{ ret: number }>().ret === 1
const linkWorks = async ({ link }: SignedIn, at = gateway) => (await at.inject(link)).statusCode === 200

/** An event stream that stays open until the server ends it. */
async function openWindow({ authorization }: SignedIn) {
  const answer = await fetch(app.listeningOrigin + messageApi.stream.path, { headers: { authorization } })
  const reader = answer.body!.getReader()
  await reader.read()
  return async () => {
    while (!(await reader.read()).done);
  }
}

/** Milliseconds until a check fails for the first time. */
async function measureUntilFalse(began: number, works: () => Promise<boolean>): Promise<number> {
  while (await works()) {
    if (performance.now() - began > 4 * boundMs) return Infinity
    await new Promise((done) => setTimeout(done, 10))
  }
  return performance.now() - began
}

async function measure(name: string, who: SignedIn, revoke: () => Promise<unknown>) {
  const untilWindowEnds = await openWindow(who)
  expect([await tokenWorks(who), await linkWorks(who)]).toEqual([true, true])
  await revoke()
  const began = performance.now()
  const [token, stream, link] = await Promise.all([
    measureUntilFalse(began, () => tokenWorks(who)),
    untilWindowEnds().then(() => performance.now() - began),
    measureUntilFalse(began, () => linkWorks(who)),
  ])
  const figures = { token, stream, link }
  const lines = Object.entries(figures).map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`)
  console.log(`revocation: ${name}: ${lines.join(', ')}`)
  return Math.max(token, stream, link)
}

describe('a token, an event stream and a file link end', () => {
  it('with a sign-out', async () => {
    const who = await signIn(await hire())
    const signOut = async () => expect(await post(sessionApi.logout.path, who.authorization)).toBe(1)
    expect(await measure('sign-out', who, signOut)).toBeLessThan(boundMs)
  })

  it('when their owner ends the session from another device, which stays signed in', async () => {
    const actor = await hire()
    const [lost, here] = [await signIn(actor), await signIn(actor)]
    const id = lost.actor.sessionId
    const end = async () => expect(await post(sessionApi.endDevice.path, here.authorization, { id })).toBe(1)
    expect(await measure('ended from another device', lost, end)).toBeLessThan(boundMs)
    expect([await tokenWorks(here), await linkWorks(here)]).toEqual([true, true])
  })

  it('when their owner is suspended', async () => {
    const who = await signIn(await hire())
    const administrator = `Bearer ${await world.people.session(world.owner)}`
    const body = { targets: { ids: [who.actor.userId] }, isSuspended: true }
    const suspend = async () => expect(await post(staffApi.suspend.path, administrator, body)).toBe(1)
    expect(await measure('suspension', who, suspend)).toBeLessThan(boundMs)
  })

  it('when an administrator kicks the session out, at another server', async () => {
    const who = await signIn(await hire())
    const headers = { authorization: `Bearer ${await world.people.session(world.owner)}` }
    const payload = { sessionId: who.actor.sessionId, reason: 'misuse' }
    const other = await createApi(await loadModules(), database.cells, { ...database.redis, log: false })
    const kick = async () =>
      expect(
        (await other.inject({ method: 'POST', url: onlineSessionApi.kick.path, headers, payload })).json().ret,
      ).toBe(1)
    expect(await measure('kicked out', who, kick)).toBeLessThan(boundMs)
    const { authorization } = who
    expect((await app.inject({ url: messageApi.unreadCount.path, headers: { authorization } })).json().ret).toBe(-8)
    await other.close()
  })

  it('when another process ends the session and sends the signal', async () => {
    const who = await signIn(await hire())
    const end = () =>
      database.sql(
        `with ended as (update tenant.session set ended_at = now(), ended_by = 'logout' where id = $1
           returning district_id, person_id)
         select pg_notify('qiming_session', district_id || ':' || person_id) from ended`,
        [who.actor.sessionId],
      )
    expect(await measure('another process', who, end)).toBeLessThan(boundMs)
  })

  it('without the signal too: the token and the link', async () => {
    const who = await signIn(await hire())
    expect([await tokenWorks(who), await linkWorks(who)]).toEqual([true, true])
    await database.sql("update tenant.session set ended_at = now(), ended_by = 'logout' where id = $1", [
      who.actor.sessionId,
    ])
    const began = performance.now()
    const token = await measureUntilFalse(began, () => tokenWorks(who))
    const link = await measureUntilFalse(began, () => linkWorks(who))
    console.log(`revocation: nothing is heard: token ${token.toFixed(0)} ms, link ${link.toFixed(0)} ms`)
    expect(token).toBeLessThan(boundMs)
    expect(link).toBeLessThan(boundMs)
  })
})

it('a link still works in another organisation of its owner: switching is no sign-out', async () => {
  const who = await signIn(await hire())
  await database.sql("update tenant.session set grace_ends_at = now() - interval '1 second' where id = $1", [
    who.actor.sessionId,
  ])
  expect(await linkWorks(who)).toBe(true)
})

it('checking the session adds little to the time of a link', async () => {
  const who = await signIn(await hire())
  const times = { without: [] as number[], checked: [] as number[] }
  for (let round = 0; round < 60; round++)
    for (const [name, at] of [['without', gatewayWithoutCheck] as const, ['checked', gateway] as const]) {
      const began = performance.now()
      expect((await at.inject({ method: 'HEAD', url: who.link })).statusCode).toBe(200)
      times[name].push(performance.now() - began)
    }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2]!.toFixed(2)
  console.log(
    `revocation: a link answers in ${median(times.checked)} ms, without looking at the session ${median(times.without)} ms`,
  )
})
