import { beforeEach, describe, expect, it } from 'vitest'
import { aBureau, aSchool, aDepartment } from '#kernel/org/server/example.ts'
import { defineApplication, defineModule, type RoleTemplate, type Manifest } from '#packages/contract'
import { newId, emptyScope, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listPermissionModules, checkPermissions, buildSystemMenu } from './permission-catalogue.ts'
import { createTemplateRoles, getFamilyPermissions, getMembershipPermissions } from './role-templates.ts'
import { aUserWithRoles } from './example.ts'

const database = useDatabase()
const { as } = database
const founder = createActor()

const leave = defineApplication({
  key: 'teacher-leave',
  route: 'TeacherAskForLeave',
  title: '请假管理',
  category: 'office',
  about: '请假',
  icon: 'file',
  permissions: {
    'leave.submit': { title: '提交请假', defaultFor: ['teacher', 'pupil'] },
    'leave.read-all': {
      title: '查看请假',
      defaultFor: { head: 'org-tree', 'grade-head': 'department', teacher: 'self' },
    },
  },
  pages: [{ path: '', title: '我的请假', permission: 'leave.submit', help: 'leave' }],
})
const pupils = defineModule({
  key: 'student',
  title: '学生',
  permissions: {
    'student.read': { title: '查看', defaultFor: ['class-teacher'] },
    'student.reveal': { title: '查看完整号码', defaultFor: ['class-teacher'], needsCharge: true },
  },
})
const orgs = defineModule({
  key: 'org',
  title: '组织',
  group: 'baseData',
  permissions: { 'org.read': { title: '查看', defaultFor: ['head', 'district-admin'] } },
  pages: [{ path: 'Orgs', title: '组织机构', permission: 'org.read', help: 'orgs' }],
})
beforeEach(() => {
  database.app.manifests = [leave, orgs, pupils]
})

const hire = (...roles: RoleTemplate[]) =>
  as(founder, async (ctx) => {
    const bureau = await aBureau(ctx, `局${newId()}`)
    const school = await aSchool(ctx, bureau)
    const office = await aDepartment(ctx, school)
    if (!(await ctx.db.selectFrom('role').select('id').executeTakeFirst())) await createTemplateRoles(ctx)
    const { userId } = await aUserWithRoles(ctx, roles, { at: school, department: office })
    return { userId, school, office }
  })
const held = (userId: string) =>
  as(founder, async (ctx) => getMembershipPermissions(ctx, (await findMembership(ctx, userId))!))

describe('permissions', () => {
  it('are listed in menu order; modules without a menu page come last', () => {
    expect(listPermissionModules(database).map(({ key }) => key)).toEqual(['org', 'teacher-leave', 'student'])
    const later = defineModule({
      key: 'later',
      title: '设置',
      group: 'systemSet',
      permissions: { 'later.read': { title: '查看', defaultFor: ['head'] } },
      pages: [{ path: 'Later', title: '设置', permission: 'later.read', help: 'orgs', sort: 1 }],
    })
    database.app.manifests = [leave, later, orgs]
    expect(listPermissionModules(database).map(({ key }) => key)).toEqual(['org', 'later', 'teacher-leave'])
  })

  it('come from the module manifests, by role, with the scope of the membership', async () => {
    const { userId, school } = await hire('head')
    const { permissions } = await held(userId)
    expect([...permissions.keys()].toSorted()).toEqual(['leave.read-all', 'org.read'])
    expect(permissions.get('leave.read-all')).toEqual(orgTreeScope(school))
  })

  it('of several roles add up to the union of their scopes', async () => {
    const { userId, office } = await hire('teacher', 'grade-head')
    const { permissions, templates } = await held(userId)
    expect(permissions.get('leave.read-all')).toEqual({ ...emptyScope, self: userId, departmentIds: [office.id] })
    expect([...templates].toSorted()).toEqual(['grade-head', 'teacher'])
  })

  it('that need a class leader do not cover classes where the caller only teaches', async () => {
    const { userId } = await hire('class-teacher')
    const { permissions } = await held(userId)
    expect(permissions.get('student.read')).toEqual({ ...emptyScope, classesOf: userId })
    expect(permissions.get('student.reveal')).toEqual({ ...emptyScope, classesLedBy: userId })
  })

  it('of an actor without roles are empty', async () => {
    const { userId } = await hire()
    expect((await held(userId)).permissions.size).toBe(0)
  })

  it('follow the district’s changes: added, removed and rescoped permissions', async () => {
    const { userId, school } = await hire('head')
    const [role] = await database.sql<{ id: string }>("select id from tenant.role where template = 'head'")
    const change = (permission: string, scope: string | null, orgIds: string[] = []) =>
      database.sql(
        `insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids) values (1, $1, $2, $3, $4)
         on conflict (district_id, role_id, permission) do update set scope = excluded.scope, org_ids = excluded.org_ids`,
        [role!.id, permission, scope, orgIds],
      )
    await change('leave.read-all', null)
    await change('leave.submit', 'district')
    await change('org.read', 'listed-orgs', [school.id])
    const { permissions } = await held(userId)
    expect(permissions.has('leave.read-all')).toBe(false)
    expect(permissions.get('leave.submit')).toEqual(wholeDistrict)
    expect(permissions.get('org.read')).toEqual({ ...emptyScope, orgIds: [school.id] })
    await database.sql('delete from tenant.role_permission')
  })

  it('of a pupil have the scope self', () => {
    expect(getFamilyPermissions(database, 'pupil', 'me')).toEqual(
      new Map([['leave.submit', { ...emptyScope, self: 'me' }]]),
    )
    expect(getFamilyPermissions(database, 'guardian', 'me').size).toBe(0)
  })
})

describe('the menu', () => {
  it('has the groups and pages that the caller may open, with ids that never change', () => {
    const [group] = buildSystemMenu(database, new Set(['org.read']))
    expect(group).toMatchObject({
      title: '基础数据',
      url: '/baseData',
      children: [{ title: '组织机构', url: '/baseData/Orgs' }],
    })
    expect(group!.children[0]!.parentId).toBe(group!.id)
    expect(group!.children[0]!.id).toBe('dccbb6b5-c791-59f9-a4db-7c7f8d47a073')
    expect(buildSystemMenu(database, new Set())).toEqual([])
  })

  it('leaves applications to the application centre', () => {
    expect(JSON.stringify(buildSystemMenu(database, new Set(['leave.submit'])))).not.toContain('请假')
  })
})

describe('an invalid manifest', () => {
  const broken = (code: string) =>
    defineModule({ key: 'x', title: 'x', permissions: { [code]: { title: 'x', defaultFor: [] } } })
  const check = (...manifests: readonly Manifest[]) => checkPermissions({ app: { manifests, contributions: {} } })
  it('is refused at start-up', () => {
    expect(() => check(orgs, broken('org.read'))).toThrow('declared twice')
    expect(() => check(broken('orgs:read'))).toThrow('noun.verb')
  })
})
