import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { Ret, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { manifest as org } from '#kernel/org/manifest.ts'
import { manifest as staffManifest } from '#kernel/staff/manifest.ts'
import { manifest } from '../manifest.ts'
import { buildSchools, type Schools } from './roles.fixture.ts'
import {
  explainAccess,
  searchPeopleToExplain,
  searchRecords,
  listRecordKinds,
  getEffectiveAccess,
} from './service/explain-access/explain-access.ts'
import { listRecordHolders } from './service/explain-access/record-holders.ts'
import { organisationRecordKind, staffRecordKind } from './service/explain-access/own-record-kinds.ts'

const database = useDatabase()
let is: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let chief: Hired, admin: Hired, head: Hired, clerk: Hired, gradeHead: Hired, far: Hired

beforeAll(async () => {
  is = await buildSchools(database)
  database.app.manifests = [manifest, org, staffManifest]
  for (const kind of [organisationRecordKind, staffRecordKind]) database.contribute('recordKinds', kind)
  chief = await is.hire(is.bureau, ['district-admin'])
  admin = await is.hire(is.school, ['school-admin'])
  head = await is.hire(is.school, ['head'])
  clerk = await is.hire(is.school, ['clerk'], { post: '干事' })
  gradeHead = await is.hire(is.school, ['grade-head'], { department: is.office })
  far = await is.hire(is.other, ['school-admin'])
})

const about = (kind: string, recordId: string, permission: string, field = '') => ({
  kind,
  recordId,
  permission,
  field,
})
const explainAs = (by: Hired, who: Hired, question: ReturnType<typeof about>) =>
  is.by(by, (ctx) => explainAccess(ctx, { userId: who.userId, ...question }))
const explainTexts = async (who: Hired, question: ReturnType<typeof about>) => {
  const { isAllowed, ways } = await explainAs(chief, who, question)
  return [isAllowed, ...ways.map(({ explanation }) => explanation)]
}
const holdersOf = (by: Hired, question: ReturnType<typeof about>) =>
  is.by(by, (ctx) => listRecordHolders(ctx, { ...question, pageNumber: 1, pageSize: 50 }))

it('says which role gives a permission, its scope, and why the record is in scope', async () => {
  const explained = await explainAs(admin, head, about('staff', clerk.userId, 'user.read'))
  expect(explained).toMatchObject({
    isAllowed: true,
    person: { userId: head.userId, orgName: '实验小学' },
    record: { kind: 'staff', about: '实验小学 干事' },
    function: '查看教职工',
    ways: [
      {
        roleName: '校长',
        via: 'person',
        viaName: '直接指派',
        origin: 'template',
        scope: 'org-tree',
        scopeName: '本单位及下级（实验小学）',
        isInScope: true,
        explanation: '该人员在实验小学，属于实验小学及下级',
      },
    ],
  })
})

it('says why a record is out of scope, and that no role gives the permission', async () => {
  expect(await explainTexts(head, about('staff', far.userId, 'user.read'))).toEqual([
    false,
    '该人员在文澜中学，不属于实验小学及下级',
  ])
  expect(await explainTexts(clerk, about('staff', far.userId, 'user.read'))).toEqual([false])
  expect(await explainTexts(gradeHead, about('staff', gradeHead.userId, 'user.read'))).toEqual([
    true,
    '该人员在教务处，属于教务处及下级',
  ])
  expect(await explainTexts(gradeHead, about('staff', clerk.userId, 'user.read'))).toEqual([
    false,
    '该人员不属于任何部门',
  ])
  expect(await explainTexts(chief, about('organisation', is.other.id, 'org.read'))).toEqual([
    true,
    '该单位在全区范围内',
  ])
  expect(await explainTexts(gradeHead, about('organisation', is.office.id, 'org.read'))).toEqual([
    true,
    '该部门为教务处，属于教务处及下级',
  ])
})

it('reveals no person and no record outside the caller’s scope', async () => {
  const question = about('staff', clerk.userId, 'user.read')
  await expect(explainAs(far, head, question)).rejects.toThrow('人员不存在')
  await expect(explainAs(admin, far, question)).rejects.toThrow('人员不存在')
  await expect(explainAs(far, far, question)).rejects.toThrow('教职工不存在')
  await expect(explainAs(far, far, about('organisation', is.school.id, 'org.read'))).rejects.toThrow('组织机构不存在')
  await expect(is.by(far, (ctx) => getEffectiveAccess(ctx, { userId: head.userId }))).rejects.toThrow('人员不存在')
  await expect(holdersOf(far, question)).rejects.toMatchObject({ ret: Ret.notFound })
  await expect(explainAs(clerk, head, question)).rejects.toMatchObject({ ret: Ret.forbidden })
})

it('refuses a permission that does not apply to such records', async () => {
  await expect(explainAs(chief, head, about('organisation', is.school.id, 'user.read'))).rejects.toMatchObject({
    ret: Ret.invalid,
  })
  await expect(explainAs(chief, head, about('weather', is.school.id, 'user.read'))).rejects.toThrow('不存在')
})

it('lists the holders with roles and scopes; holders outside the caller’s scope are only counted', async () => {
  const question = about('staff', clerk.userId, 'user.read')
  const all = await holdersOf(chief, question)
  expect(all.items.map(({ userId, roles, scopes }) => [userId, roles, scopes])).toEqual([
    [chief.userId, ['区管理员'], ['全区']],
    ...[admin, head].map((one) => [one.userId, [one === admin ? '学校管理员' : '校长'], ['本单位及下级']]),
  ])
  expect([all.itemCount, all.outside]).toEqual([3, 0])
  const here = await holdersOf(admin, question)
  expect(here.items.map(({ userId }) => userId)).toEqual([admin.userId, head.userId])
  expect([here.itemCount, here.outside]).toEqual([2, 1])
})

it('lists holders by post or for a period while that is valid, and nobody of a disabled organisation', async () => {
  const question = about('staff', far.userId, 'user.read')
  const ids = async () => (await holdersOf(chief, question)).items.map(({ userId }) => userId)
  const teacher = await is.hire(is.other, [], { post: '值班' })
  const roleId = await is.roleOf('head')
  const give = (over: string | null) =>
    database.sql(
      `insert into tenant.role_audience (district_id, id, role_id, org_id, includes_below, post, over_on, created_at)
       values (1, $1, $2, $3, false, '值班', $4, now())
       on conflict (district_id, role_id, org_id, post) do update set over_on = excluded.over_on`,
      [is.other.id, roleId, is.other.id, over],
    )
  expect(await ids()).not.toContain(teacher.userId)
  await give(null)
  expect(await ids()).toContain(teacher.userId)
  expect((await explainAs(chief, teacher, question)).ways).toMatchObject([
    { via: 'post', viaName: '文澜中学岗位“值班”' },
  ])
  await give('2026-01-01')
  expect(await ids()).not.toContain(teacher.userId)
  await give(null)
  await database.sql('update tenant.organisation set is_disabled = true where id = $1', [is.other.id])
  expect(await ids()).toEqual([chief.userId])
  expect(await explainTexts(teacher, question)).toEqual([false])
  expect((await is.by(chief, (ctx) => getEffectiveAccess(ctx, { userId: teacher.userId }))).functions).toEqual([])
  await database.sql('update tenant.organisation set is_disabled = false where id = $1', [is.other.id])
})

it('lists all permissions of a person with their origin, and the hidden fields', async () => {
  const roleId = await is.roleOf('clerk')
  await database.sql("insert into tenant.role_hidden_field values (1, $1, 'user.phone')", [roleId])
  const notifiedCount = await is.by(admin, (ctx) => getEffectiveAccess(ctx, { userId: clerk.userId }))
  expect(notifiedCount.person).toMatchObject({ userId: clerk.userId, post: '干事' })
  expect(notifiedCount.functions).toEqual([
    {
      code: 'org.read',
      title: '查看组织机构',
      module: '组织',
      reasons: [expect.objectContaining({ roleName: '文秘', scope: 'org-tree', origin: 'template' })],
    },
  ])
  expect(notifiedCount.hiddenFields).toEqual(['user.phone'])
})

it('finds people and records in scope by name and initials', async () => {
  const titles = async (by: Hired, kind: string, keyword: string) =>
    (await is.by(by, (ctx) => searchRecords(ctx, { kind, keyword }))).map(({ title }) => title)
  expect(await titles(chief, 'organisation', '小学')).toEqual(['实验小学'])
  expect(await titles(chief, 'organisation', 'wlzx')).toEqual(['文澜中学'])
  expect(await titles(far, 'organisation', '小学')).toEqual([])
  expect((await titles(admin, 'staff', 'js')).length).toBe(4)
  const people = (by: Hired, orgId: string | null, side?: 'above') =>
    is.by(by, async (ctx: Ctx) =>
      (await searchPeopleToExplain(ctx, { keyword: '教师', orgId, direction: side })).map(({ userId }) => userId),
    )
  expect(await people(chief, is.office.id)).toEqual([gradeHead.userId])
  const above = await people(chief, is.school.id, 'above')
  expect(above).toContain(chief.userId)
  expect(above).toContain(admin.userId)
  expect(above).not.toContain(far.userId)
  expect(await people(far, null)).toContain(far.userId)
  expect(await people(far, null)).not.toContain(admin.userId)
  await expect(people(far, is.school.id)).rejects.toThrow('组织不存在')
})

it('lists record kinds and their permissions by name', () => {
  const [orgs, people] = listRecordKinds(database)
  expect(orgs).toMatchObject({ kind: 'organisation', title: '组织机构' })
  expect(orgs!.permissions).toContainEqual({ code: 'org.appoint', title: '任免机构管理员' })
  expect(people!.permissions).toContainEqual({ code: 'user.reveal', title: '查看教职工完整证件号和电话' })
  expect(orgs!.fields).toEqual([])
  expect(people!.fields).toContainEqual({ code: 'user.id-card', title: '教职工身份证号' })
})

it('lists who can see a field of a record: nobody whose roles all hide it', async () => {
  const question = about('staff', clerk.userId, 'user.read', 'user.id-card')
  const ids = async () => (await holdersOf(chief, question)).items.map(({ userId }) => userId)
  expect(await ids()).toEqual([chief.userId, admin.userId, head.userId])
  expect(await explainAs(chief, head, question)).toMatchObject({
    isAllowed: true,
    field: { isHidden: false, explanation: '' },
  })
  const hide = async (template: 'head' | 'district-admin') =>
    database.sql("insert into tenant.role_hidden_field values (1, $1, 'user.id-card')", [await is.roleOf(template)])
  // Other tests expect these people without the hidden field.
  onTestFinished(async () => {
    await database.sql('delete from tenant.role_hidden_field')
    await database.sql('delete from tenant.membership_role where membership_id = $1 and role_id = $2', [
      head.userId,
      await is.roleOf('grade-head'),
    ])
  })
  await hide('head')
  await hide('district-admin')
  expect(await ids()).toEqual([admin.userId])
  expect(await explainAs(admin, head, question)).toMatchObject({
    isAllowed: false,
    function: '查看教职工',
    field: { title: '教职工身份证号', isHidden: true, explanation: '字段对其隐藏' },
    ways: [{ isInScope: true }],
  })
  // They still see the record, and a holder of one role that shows the field sees the field.
  expect((await holdersOf(chief, about('staff', clerk.userId, 'user.read'))).itemCount).toBe(3)
  const roleId = await is.roleOf('grade-head')
  await database.sql(
    'insert into tenant.membership_role (district_id, membership_id, role_id, created_at) values (1, $1, $2, now())',
    [head.userId, roleId],
  )
  expect(await ids()).toEqual([admin.userId, head.userId])
  expect(await explainAs(admin, head, question)).toMatchObject({ isAllowed: true })
  await expect(explainAs(chief, head, { ...question, field: 'student.id-card' })).rejects.toMatchObject({
    ret: Ret.invalid,
  })
})
