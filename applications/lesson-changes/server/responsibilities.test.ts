import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aCoveredSchool, buildCover, type ExampleCover } from '#engines/cover/server/example.ts'
import { insertSeedRows } from '#engines/cover/server/seed-queries.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { coverResponsibility } from './responsibilities.ts'

const database = useDatabase()
const now = new Date('2026-11-18T12:00:00+08:00')
let school: OrgNode
let office: Actor
let taught: Awaited<ReturnType<typeof aCoveredSchool>>

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
const hire = (name: string) =>
  database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01', name }))

beforeAll(async () => {
  ;({ school } = await database.as(createActor(), twoSchools))
  office = { ...(await hire('教务')), permissions: new Map([['cover.arrange', orgTreeScope(school)]]) }
  taught = await as(office, (ctx) => aCoveredSchool(ctx, school))
})

/** A cover of the teacher of Chinese by somebody, who is asked in it too. */
async function cover(more: Omit<ExampleCover, 'from'>) {
  const { request, leg } = buildCover(taught, { ...more, from: taught.idOf('语文') })
  const answer = more.status === 'asking' ? 'waiting' : 'yes'
  const asks = [
    { requestId: request.id, memberId: more.to, answer, note: null, askedAt: now, answeredAt: null } as const,
  ]
  const isAsking = more.status === 'asking'
  const legs = [isAsking ? { ...leg, toId: null } : leg]
  await as(office, (ctx) => insertSeedRows(ctx.db, school.id, { requests: [request], legs, asks }))
  return request.id
}
const list = (actor: Actor) => as(office, (ctx) => coverResponsibility.list(ctx, [actor.userId]))
const stateOf = async (requestId: string) =>
  (
    await database.sql(
      `select r.status, r.ask_mode as "askMode", l.state, l.to_id as "toId" from tenant.cover_request r
       join tenant.cover_leg l on l.request_id = r.id where r.id = $1`,
      [requestId],
    )
  )[0]

it('whoever leaves hands over lessons that are to be given, not those that were', async () => {
  const leaver = await hire('李离')
  await cover({ day: '2026-11-17', to: leaver.userId, status: 'effective' })
  await cover({ day: '2026-11-17', to: leaver.userId })
  await cover({ day: '2026-11-20', to: leaver.userId, status: 'effective' })
  await cover({ day: '2026-11-23', to: leaver.userId, status: 'asking' })
  await cover({ day: '2026-11-24', to: leaver.userId, status: 'declined' })
  expect((await list(leaver)).map(({ note, overOn }) => [note, overOn])).toEqual([
    ['2026-11-20 08:10', '2026-11-21'],
    ['2026-11-23 08:10', '2026-11-24'],
  ])
})

it('without a successor the lesson waits for the office', async () => {
  const leaver = await hire('王去')
  const given = await cover({ day: '2026-11-20', to: leaver.userId, status: 'agreed' })
  const asked = await cover({ day: '2026-11-23', to: leaver.userId, status: 'asking' })
  const force = (ref: string) =>
    as(office, (ctx) => coverResponsibility.force(ctx, { ref, memberId: leaver.userId }, '2026-11-19'))
  await force(given)
  await force(asked)
  const waits = { status: 'open', askMode: 'office', state: 'pending', toId: null }
  expect(await stateOf(given)).toEqual(waits)
  expect(await stateOf(asked)).toEqual(waits)
  expect(await list(leaver)).toEqual([])
})

it('only the office lets somebody else give the lesson', async () => {
  const [leaver, successor] = [await hire('张走'), await hire('周来')]
  const given = await cover({ day: '2026-11-20', to: leaver.userId, status: 'agreed' })
  const to = { memberId: successor.userId, personId: successor.personId, orgId: school.id, name: '周来' }
  const hand = (actor: Actor) =>
    as(actor, (ctx) => coverResponsibility.hand(ctx, { ref: given, memberId: leaver.userId }, to, '2026-11-19'))
  await expect(hand({ ...office, permissions: new Map() })).rejects.toThrow()
  await hand(office)
  expect(await stateOf(given)).toMatchObject({ status: 'agreed', toId: successor.userId })
})
