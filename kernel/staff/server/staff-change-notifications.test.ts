import { beforeEach, expect, it } from 'vitest'
import { emptyScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from './api.ts'
import { addUser } from './service/add-staff.ts'
import { decideStaffChange } from './service/changes/approve-staff-change.ts'
import { anIdCard, newForm } from './staff.fixture.ts'
import { onChangeRequested, onChangeDecided } from './staff-change-notifications.ts'

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
    const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
    const school = await createOrganisation(ctx, { parent: bureau, name: '实验小学', type: 'school' })
    const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
    district = await hire(ctx, { name: '孙管理' }, bureau)
    asker = await hire(ctx, { name: '赵管理' }, school)
    home = await hire(ctx, { name: '钱管理' }, other)
    teacher = await hire(ctx, { name: '苏映雪', idCard }, other)
    return { school }
  })
  requestChange = async (name, number) => {
    const form = newForm(school, name, { idCard: number, joinExisting: true })
    const { changeId } = await as(asker, (ctx) => addUser(ctx, form))
    await queue.publishAll()
    return changeId!
  }
})

async function hire(ctx: Ctx, facts: { name: string; idCard?: string }, node: { id: string; path: string }) {
  const personId = await createPerson(ctx, facts)
  const userId = await addMembership(ctx, { personId, orgId: node.id, userType: 'teacher' })
  const scope = { ...emptyScope, orgPaths: [node.path] }
  return createActor({ personId, userId, orgId: node.id }, { 'user.read': scope, 'user.edit': scope })
}
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
