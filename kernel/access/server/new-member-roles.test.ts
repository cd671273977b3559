import { beforeEach, expect, it } from 'vitest'
import { Ret } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { buildSchools, grantOf, newRole, type Schools } from './roles.fixture.ts'
import { listRoleIdsOfMembership } from './service/visible-roles.ts'
import { listNewMemberRoles, assignNewMemberRoles } from './service/user-roles.ts'
import { saveRole } from './service/save-role.ts'

const database = useDatabase({ eachTest: true })
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired, principal: Hired

beforeEach(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  principal = await s.hire(s.school, ['school-admin'])
})

it('offers only the roles that the caller may give in this organisation, each with its purpose', async () => {
  const office = newRole(s.school.id, '档案员', [grantOf('paper.read', 'org')])
  await s.by(principal, (ctx) => saveRole(ctx, { ...office, remark: '整理全校公文' }))
  await s.by(district, (ctx) => saveRole(ctx, newRole(s.other.id, '邻校的', [grantOf('paper.read', 'org')])))
  const receiver = { orgId: s.school.id, departmentId: s.office.id }
  const offered = await s.by(principal, (ctx) => listNewMemberRoles(ctx, receiver))
  const names = offered.map(({ name }) => name)
  expect(offered.find(({ name }) => name === '档案员')?.about).toBe('整理全校公文')
  expect(offered.find(({ name }) => name === '任课教师')?.about).toBe('查看任教班级的学生')
  for (const name of ['区管理员', '学生', '家长', '邻校的']) expect(names).not.toContain(name)
  expect(offered.every(({ about }) => about !== '')).toBe(true)
  // Another school is out of scope, and a caller without the permission is offered nothing.
  expect(await s.by(principal, (ctx) => listNewMemberRoles(ctx, { orgId: s.other.id, departmentId: null }))).toEqual([])
  const teacher = await s.hire(s.school, ['teacher'])
  expect(await s.by(teacher, (ctx) => listNewMemberRoles(ctx, receiver))).toEqual([])
})

it('assigns offered roles, and refuses others', async () => {
  const fresh = await s.hire(s.school, [])
  const clerk = await s.roleOf('clerk')
  const give = (by: Hired, to: Hired, roleIds: string[]) =>
    s.by(by, (ctx) => assignNewMemberRoles(ctx, to.userId, roleIds))
  await give(principal, fresh, [clerk])
  expect(await s.by(principal, (ctx) => listRoleIdsOfMembership(ctx, fresh.userId))).toEqual([clerk])
  await expect(give(principal, fresh, [await s.roleOf('district-admin')])).rejects.toThrow('不能授予超出本人权限的功能')
  const teacher = await s.hire(s.school, ['teacher'])
  await expect(give(teacher, fresh, [clerk])).rejects.toMatchObject({ ret: Ret.notFound })
  const neighbour = await s.hire(s.other, [])
  await expect(give(principal, neighbour, [clerk])).rejects.toMatchObject({ ret: Ret.notFound })
})
