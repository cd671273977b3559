import { beforeAll, expect, it } from 'vitest'
import { dayOf, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { manifest } from '../manifest.ts'
import { insertRole, assignRole, createSchools, publishApp, type Schools } from './grant.fixture.ts'
import { extendGrants } from './service/grants/expiring-grants.ts'
import { saveObjectsOfApp, saveOrgsOfApp } from './service/grants/save-grants.ts'
import { notifyExpiringGrants } from './service/grants/notify-expiring-grants.ts'

const database = useDatabase()
const { as } = database
let schools: Schools
const night = createActor({ districtId: database.home })
const inDays = (count: number) => dayOf(new Date(Date.now() + count * 24 * 3600_000))

beforeAll(async () => {
  database.app.manifests = [manifest]
  schools = await createSchools(database)
  await publishApp(database, '公文', 'org')
  await publishApp(database, '题库', 'person')
  await assignRole(database, await insertRole(database, '区管理员', null, 'district-admin'), schools.chief)
  await assignRole(database, await insertRole(database, '学校管理员', null, 'school-admin'), schools.head)
  await database.sql('update tenant.person set account_id = id')
})

const listNotified = async ({ personId }: Actor) =>
  (
    await database.sql<{ title: string; body: string }>(
      `select b.title, b.body from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id
       where m.person_id = $1 order by b.at, b.id`,
      [personId],
    )
  ).map(({ title, body }) => `${title} ${body.slice(0, body.indexOf('到期') + 2)}`)

it('notifies deciders once about grants that end within a week, and again after a short extension', async () => {
  const { chief, head, near, far } = schools
  const insertGrant = (orgId: string, to: string) =>
    as(chief, (ctx) => saveOrgsOfApp(ctx, { key: '公文', orgs: [{ orgId, own: 'given' }], from: null, to }))
  await insertGrant(near.id, inDays(7))
  await insertGrant(far.id, inDays(8))
  const people = { type: 3, key: '题库', objectIds: [schools.farStaff[0]!.userId], from: null, to: inDays(0) } as const
  await as(chief, (ctx) => saveObjectsOfApp(ctx, people))
  await as(night, notifyExpiringGrants)
  expect(await listNotified(head)).toEqual([`1项应用授权即将到期 公文，最早${inDays(7)}到期`])
  expect(await listNotified(chief)).toEqual([`2项应用授权即将到期 题库、公文，最早${inDays(0)}到期`])
  expect(await listNotified(schools.nearStaff[0]!)).toEqual([])
  await as(night, notifyExpiringGrants)
  expect(await listNotified(head)).toHaveLength(1)
  const [grant] = await database.sql<{ id: string }>('select id from tenant.app_grant where object_id = $1', [near.id])
  await as(chief, (ctx) => extendGrants(ctx, { ids: [grant!.id], to: inDays(5) }))
  await as(night, notifyExpiringGrants)
  expect(await listNotified(head)).toHaveLength(2)
})
