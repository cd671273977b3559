import { beforeEach, expect, it } from 'vitest'
import { twoSchools } from '#kernel/org/server/example.ts'
import type { EventDefinition } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { settingChanged, settingPushed } from '#kernel/setting/contract.ts'
import { publish } from '#packages/jobs'
import { createTestQueue } from './jobs.fixture.ts'
import { listMessages } from './service/messages.ts'
import { onSettingChanged, onSettingPushed } from './setting-notifications.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const queue = createTestQueue(database, [], [onSettingChanged, onSettingPushed])
let district: Actor
let principal: Actor
let other: Actor

// Roles are defined above this module; `access` declares who administers an organisation.
database.contribute('administratorLists', async (_, orgId) =>
  orgId === null ? [district] : [principal, other].filter((who) => who.orgId === orgId),
)

beforeEach(() =>
  as(createActor(), async (ctx) => {
    const { bureau, school, other: second } = await twoSchools(ctx)
    district = createActor({ personId: newId(), orgId: bureau.id })
    principal = createActor({ personId: newId(), orgId: school.id })
    other = createActor({ personId: newId(), orgId: second.id })
  }),
)

const happens = async <Payload extends object>(event: EventDefinition<Payload>, payload: NoInfer<Payload>) => {
  await as(district, (ctx) => publish(ctx, event, payload))
  await queue.publishAll()
}
const listTitles = async (who: Actor) =>
  (await as(who, (ctx) => listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }))).items.map(
    ({ title, url }) => [title, url],
  )

it('notifies the administrators of a school, and nobody else, that its sign-in settings changed', async () => {
  await happens(settingChanged, { orgId: principal.orgId, type: 'test.unknown' })
  expect(await listTitles(principal)).toEqual([
    ['实验小学的test.unknown设置已修改', '/systemSet/Setting?type=test.unknown'],
  ])
  expect(await listTitles(other)).toEqual([])
})

it('notifies the administrators of the schools of a setting that the district fixed', async () => {
  await happens(settingPushed, { orgId: district.orgId, type: 'test.unknown' })
  for (const who of [principal, other])
    expect(await listTitles(who)).toContainEqual(['上级统一了test.unknown设置', '/systemSet/Setting?type=test.unknown'])
  expect(await listTitles(district)).toEqual([])
})
