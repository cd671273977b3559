import { beforeEach, expect, it } from 'vitest'
import { anIdCard } from '#kernel/identity/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { type Actor, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { addUser } from './service/add-staff.ts'
import { decideStaffChange } from './service/changes/approve-staff-change.ts'
import { onChangeRequested, onChangeDecided } from './staff-change-notifications.ts'
import { aTeacher, newForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const queue = createTestQueue(database, [], [onChangeRequested, onChangeDecided])
let district: Actor, asker: Actor, home: Actor, teacher: Actor
let requestChange: (name: string, idCard: string) => Promise<string>
const idCard = anIdCard()
// Roles are defined above this module; `access` declares who administers an organisation.
database.contribute('administratorLists', async (_, orgId) =>
  orgId === null ? [district] : [asker, home].filter((who) => who.orgId === orgId),
)

beforeEach(async () => {
  const { school } = await as(createActor(), async (ctx) => {
    const { bureau, school, other } = await twoSchools(ctx)
    const hire = (at: OrgNode, facts: { name: string; idCard?: string }) =>
      aTeacher(ctx, { ...facts, at, can: { 'user.read': orgTreeScope(at), 'user.edit': orgTreeScope(at) } })
    district = await hire(bureau, { name: '孙管理' })
    asker = await hire(school, { name: '赵管理' })
    home = await hire(other, { name: '钱管理' })
    teacher = await hire(other, { name: '苏映雪', idCard })
    return { school }
  })
  requestChange = async (name, number) => {
    const form = newForm(school, name, { idCard: number, joinExisting: true })
    const { changeId } = await as(asker, (ctx) => addUser(ctx, form))
    await queue.publishAll()
    return changeId!
  }
})

const decide = async (who: Actor, fId: string, status: number) => {
  await as(who, (ctx) => decideStaffChange(ctx, { fId, status, opinion: '' }))
  await queue.publishAll()
}
const toldTo = async (who: Actor) => {
  const { items } = await as(who, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  return items.map(({ title, body }) => `${title}：${body}`)
}

it('creates a to-do at the home school and notifies the applicant and the person of the decision', async () => {
  const refused = await requestChange('苏映雪', idCard)
  expect(await toldTo(home)).toEqual(['待处理：苏映雪增加任职：原单位文澜中学，新单位实验小学，请查看并处理。'])
  expect(await toldTo(asker)).toEqual([])
  await decide(home, refused, 2)
  expect(await toldTo(asker)).toEqual(['苏映雪增加任职已拒绝：新单位实验小学。'])
  expect(await toldTo(teacher)).toEqual(['苏映雪增加任职已拒绝：原单位文澜中学，新单位实验小学。'])
  await decide(home, await requestChange('苏映雪', idCard), 1)
  expect(await toldTo(asker)).toContain('苏映雪增加任职已同意：原单位文澜中学，新单位实验小学。')
})

it('notifies the district of a change without deciders, and nobody else', async () => {
  const id = await requestChange('苏映霜', idCard)
  expect(await toldTo(district)).toEqual(['待处理：苏映霜增加任职：新单位实验小学，请查看并处理。'])
  expect(await toldTo(home)).toEqual([])
  await decide(district, id, 2)
  expect(await toldTo(asker)).toEqual(['苏映霜增加任职已拒绝：新单位实验小学。'])
  expect(await toldTo(teacher)).toEqual([])
})
