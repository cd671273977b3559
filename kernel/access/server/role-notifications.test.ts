import { beforeEach, expect, it } from 'vitest'
import type { EventDefinition, RoleTemplate } from '#packages/contract'
import { newId, type Actor } from '#packages/core'
import { publish } from '#packages/jobs'
import { createActor, useDatabase } from '#packages/testing'
import { roleChanged, roleGiven, roleTaken } from '../contract.ts'
import accessModule from './module.ts'
import { manifest } from '../manifest.ts'
import { listAdministratorsToNotify } from '#kernel/message/server/api.ts'
import { createTestQueue } from '#kernel/message/server/jobs.fixture.ts'
import { logCheckFailed } from '#kernel/audit/contract.ts'
import { onLogCheckFailed } from './log-notifications.ts'
import { onRoleChanged, onRoleGiven, onRoleTaken } from './role-notifications.ts'
import { listMessages } from '#kernel/message/server/service/messages.ts'
import { aUserWithRoles, twoSchoolsWithRoles } from './example.ts'

const database = useDatabase({ eachTest: true })
const { as } = database
const queue = createTestQueue(database, [], [onRoleGiven, onRoleTaken, onRoleChanged, onLogCheckFailed])
let district: Actor, principal: Actor, second: Actor, teacher: Actor, stranger: Actor

beforeEach(() =>
  as(createActor(), async (ctx) => {
    database.app.manifests = [manifest]
    const { bureau, school, other } = await twoSchoolsWithRoles(ctx)
    district = await aUserWithRoles(ctx, ['district-admin'], { name: '孙管理', at: bureau, can: {} })
    principal = await aUserWithRoles(ctx, ['school-admin'], { name: '赵管理', at: school, can: {} })
    second = await aUserWithRoles(ctx, ['school-admin'], { name: '周管理', at: school, can: {} })
    teacher = await aUserWithRoles(ctx, ['teacher'], { name: '李老师', at: school, can: {} })
    stranger = await aUserWithRoles(ctx, ['school-admin'], { name: '钱管理', at: other, can: {} })
  }),
)
const titlesOf = async (who: Actor) => {
  const { items } = await as(who, (ctx) =>
    listMessages(ctx, { state: 'all', keyword: '', pageNumber: 1, pageSize: 20 }),
  )
  return items.map(({ title }) => title)
}
const roleOf = async (template: RoleTemplate) =>
  (await database.sql<{ id: string }>('select id from tenant.role where template = $1', [template]))[0]!.id
const happens = async <Payload extends object>(event: EventDefinition<Payload>, payload: NoInfer<Payload>) => {
  await as(district, (ctx) => publish(ctx, event, payload))
  await queue.publishAll()
}

it('notifies a person who is given or loses a role', async () => {
  const about = { roleId: await roleOf('clerk'), userIds: [teacher.userId] }
  await happens(roleGiven, about)
  await happens(roleTaken, about)
  expect((await titlesOf(teacher)).toSorted()).toEqual(['您获得了角色“文秘”', '您的角色“文秘”已取消'].toSorted())
  expect(await titlesOf(principal)).toEqual([])
})

it('notifies the other administrators of a new one, and nobody elsewhere', async () => {
  await happens(roleGiven, { roleId: await roleOf('school-admin'), userIds: [second.userId] })
  expect(await titlesOf(principal)).toEqual(['周管理成为实验小学的学校管理员'])
  expect(await titlesOf(second)).toEqual(['您获得了角色“学校管理员”'])
  for (const who of [stranger, teacher]) expect(await titlesOf(who)).not.toContain('周管理成为实验小学的学校管理员')
})

it('notifies the auditors of logs that are not what was sealed, or the administrators where there are none', async () => {
  await happens(logCheckFailed, { date: '2026-11-17', count: 2 })
  expect(await titlesOf(district)).toEqual(['2026-11-17日志校验失败'])
  const auditor = await as(district, async (ctx) => {
    const bureau = { id: district.orgId }
    return aUserWithRoles(ctx, ['auditor'], { name: '吴审计', at: bureau, can: {} })
  })
  await happens(logCheckFailed, { date: '2026-11-18', count: 1 })
  expect(await titlesOf(auditor)).toEqual(['2026-11-18日志校验失败'])
  for (const who of [district, principal]) expect(await titlesOf(who)).not.toContain('2026-11-18日志校验失败')
})

it('notifies only the people whom a role change affects', async () => {
  const [roleId, changeId] = [await roleOf('teacher'), newId()]
  // The role had no permissions before and shows who has which permissions now.
  const before = { name: '任课教师', remark: '', parentId: null, functions: [], hiddenFields: [] }
  await database.sql(
    `insert into tenant.role_change (district_id, id, role_id, changed_at, title, before) values (1, $1, $2, now(), '修改角色', $3)`,
    [changeId, roleId, JSON.stringify(before)],
  )
  await database.sql(
    `insert into tenant.role_permission (district_id, role_id, permission, scope) values (1, $1, 'role.read', 'org')`,
    [roleId],
  )
  await happens(roleChanged, { roleId, changeId })
  expect(await titlesOf(teacher)).toContain('角色“任课教师”的权限已调整')
  expect(await titlesOf(stranger)).not.toContain('角色“任课教师”的权限已调整')
})

it('declares the administrators whom other modules notify', async () => {
  database.contribute('administratorLists', ...accessModule.administratorLists!)
  const listPeople = (orgId: string | null) =>
    as(teacher, async (ctx) => (await listAdministratorsToNotify(ctx, orgId)).map(({ personId }) => personId))
  expect((await listPeople(principal.orgId)).toSorted()).toEqual([principal.personId, second.personId].toSorted())
  expect(await listPeople(stranger.orgId)).toEqual([stranger.personId])
  expect(await listPeople(null)).toEqual([district.personId])
})
