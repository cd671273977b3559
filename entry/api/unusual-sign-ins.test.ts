import { beforeEach, beforeAll, expect, it } from 'vitest'
import { recordLogin } from '#kernel/audit/server/api.ts'
import { warnOfUnusual } from '#kernel/session/server/watch-sign-ins.ts'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { dayOf, newId, type Actor } from '#packages/core'
import { inDistrict } from '#packages/db'
import { useDatabase, type World } from '#packages/testing'
import { buildWorld, type PeopleBuilder } from '../testing/test-districts.ts'

const database = useDatabase({ withoutDistricts: true })
let world: World & { people: PeopleBuilder }
let auditor: Actor

beforeAll(async () => {
  world = await buildWorld(database)
  const { districtId, bureauId } = world.home
  auditor = await world.people.hire(districtId, bureauId, ['auditor'], null, { hasAccount: true })
})
beforeEach(() =>
  database.sql(
    'truncate tenant.login_log, tenant.security_event, tenant.message, tenant.message_batch, tenant.message_delivery',
  ),
)

/** Ten in the morning and eleven at night in China. */
const today = dayOf(new Date())
const [day, night] = [new Date(`${today}T10:00:00+08:00`), new Date(`${today}T23:00:00+08:00`)]
const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)
const inHome = <T>(now: Date, work: (ctx: ReturnType<typeof createPlatformCtx>) => Promise<T>) =>
  inDistrict(database.cells, world.home.districtId, (db) =>
    work(createPlatformCtx(database.app, world.home.districtId, db, now)),
  )
const attempts = (at: Date, count: number, facts: { outcome?: string; address?: string; accountId?: string } = {}) =>
  inHome(at, async (ctx) => {
    for (let index = 0; index < count; index++)
      await recordLogin(ctx, {
        account_id: facts.accountId ?? newId(),
        sign_in_method: 'password',
        outcome: facts.outcome ?? 'entered',
        address: facts.address ?? '203.0.113.9',
        agent: 'office',
      })
  })
const watch = (now: Date) => inHome(now, warnOfUnusual)
const events = () =>
  database.sql<{ kind: string; count: number; address: string }>(
    'select kind, count, address from tenant.security_event where district_id = $1 order by at, kind',
    [world.home.districtId],
  )
const told = async ({ personId }: Actor) =>
  (
    await database.sql<{ title: string }>(
      'select b.title from tenant.message m join tenant.message_batch b on b.id = m.batch_id where m.person_id = $1',
      [personId],
    )
  ).map(({ title }) => title)

it('more than ten accounts from one address in five minutes are reported once, to those who read the events', async () => {
  await attempts(before(day, 3), 10)
  await watch(day)
  expect(await events()).toEqual([])
  await attempts(before(day, 2), 1)
  await watch(day)
  await watch(new Date(day.getTime() + 60_000))
  expect(await events()).toEqual([{ kind: 'many-accounts', count: 11, address: '203.0.113.9' }])
  expect(await told(auditor)).toEqual(['同一IP地址登录多个账号'])
  expect(await told(world.owner)).toEqual([])
})

it('a slow morning is not reported, nor the shared address of a school', async () => {
  for (const minutes of [1, 8]) await attempts(before(day, minutes), 6)
  await attempts(before(day, 3 * 24 * 60), 20, { address: '10.0.0.1' })
  await attempts(before(day, 2), 15, { address: '10.0.0.1' })
  await watch(day)
  expect(await events()).toEqual([])
  await attempts(before(day, 1), 12, { address: '10.0.0.1', outcome: 'wrong-password' })
  await watch(day)
  expect(await events()).toMatchObject([{ kind: 'many-accounts', count: 12, address: '10.0.0.1' }])
})

it('more than a hundred failures in ten minutes are reported', async () => {
  const accountId = newId()
  await attempts(before(day, 5), 100, { outcome: 'wrong-password', accountId })
  await watch(day)
  expect(await events()).toEqual([])
  await attempts(before(day, 4), 1, { outcome: 'wrong-code', accountId })
  await watch(day)
  expect(await events()).toMatchObject([{ kind: 'many-failures', count: 101 }])
})

it('an administrator with a new device is reported at night, a teacher is not', async () => {
  const teacher = await world.people.hire(world.home.districtId, world.home.school.id, ['teacher'])
  const enter = (who: Actor, at: Date, agent: string) =>
    inHome(at, (ctx) =>
      recordLogin(ctx, {
        account_id: who.accountId,
        person_id: who.personId,
        user_id: who.userId,
        org_id: who.orgId,
        sign_in_method: 'password',
        outcome: 'entered',
        address: '10.0.0.2',
        agent,
      }),
    )
  for (const now of [day, night])
    for (const who of [teacher, world.owner]) {
      await enter(who, before(now, 24 * 60), 'office')
      await enter(who, before(now, 2), now === day ? 'by day' : 'at night')
      await watch(now)
    }
  expect(await events()).toMatchObject([{ kind: 'night-device', count: 1, address: '10.0.0.2' }])
})

it('a delivery rate of SMS below ninety percent is reported', async () => {
  // Written yesterday evening, held until the morning.
  const deliveries = (count: number, status: string, settledAt = before(day, 5)) =>
    database.sql(
      `insert into tenant.message_delivery (district_id, at, id, batch_id, message_id, person_id, channel, piece, next_at, status, settled_at)
       select $1, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'sms', 0, $2, $3, $5
       from generate_series(1, $4)`,
      [world.home.districtId, before(day, 12 * 60), status, count, settledAt],
    )
  await deliveries(30, 'failed', before(day, 60))
  await deliveries(90, 'delivered')
  await deliveries(10, 'failed')
  await watch(day)
  expect(await events()).toEqual([])
  await deliveries(1, 'failed')
  await watch(day)
  expect(await events()).toMatchObject([{ kind: 'sms-undelivered', count: 11 }])
})
