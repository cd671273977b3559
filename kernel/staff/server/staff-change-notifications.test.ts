import { beforeEach, expect, it } from 'vitest'
import { anIdCard } from '#kernel/identity/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { type Actor, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { addUser } from './service/add-staff.ts'
import { decideStaffChange } from './service/changes/approve-staff-change.ts'
import { declareStaffApprovals } from './staff.fixture.ts'
import { aTeacher, newForm } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
let district: Actor, asker: Actor, home: Actor, teacher: Actor
let requestChange: (name: string, idCard: string) => Promise<string>
const idCard = anIdCard()

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
  declareStaffApprovals(database, [district, asker, home])
  requestChange = async (name, number) => {
    const form = newForm(school, name, { idCard: number, joinExisting: true })
    const { changeId } = await as(asker, (ctx) => addUser(ctx, form))
    return changeId!
  }
})

const decide = (who: Actor, fId: string, status: number) =>
  as(who, (ctx) => decideStaffChange(ctx, { fId, status, opinion: '' }))
const toldTo = async (who: Actor) => {
  const { items } = await as(who, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  return items.map(({ title, body }) => `${title}：${body}`)
}

it('creates a to-do at the home school and notifies the applicant and the person of the decision', async () => {
  const refused = await requestChange('苏映雪', idCard)
  expect(await toldTo(home)).toEqual(['待审批：苏映雪增加任职：赵管理的申请到达“主要任职单位审核”，请审批。'])
  expect(await toldTo(asker)).toEqual([])
  await decide(home, refused, 2)
  expect(await toldTo(asker)).toEqual(['未通过：苏映雪增加任职：您的申请有了结果，请查看。'])
  expect(await toldTo(teacher)).toEqual(['苏映雪增加任职已拒绝：原单位文澜中学，新单位实验小学。'])
  await decide(home, await requestChange('苏映雪', idCard), 1)
  expect(await toldTo(asker)).toContain('已通过：苏映雪增加任职：您的申请有了结果，请查看。')
})

it('notifies the district of a change without deciders, and nobody else', async () => {
  const id = await requestChange('苏映霜', idCard)
  expect(await toldTo(district)).toEqual(['待审批：苏映霜增加任职：赵管理的申请到达“主要任职单位审核”，请审批。'])
  expect(await toldTo(home)).toEqual([])
  await decide(district, id, 2)
  expect(await toldTo(asker)).toEqual(['未通过：苏映霜增加任职：您的申请有了结果，请查看。'])
  expect(await toldTo(teacher)).toEqual([])
})
