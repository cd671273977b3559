import { beforeAll, expect, it } from 'vitest'
import { aSchool, type OrgNode, aBureau, aDepartment } from '#kernel/org/server/example.ts'
import type { RoleTemplate } from '#packages/contract'
import { type Ctx, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { deleteOrganisation } from '#kernel/org/server/service/delete-organisation.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import {
  copyRolesToMemberships,
  inviteOrgAdministrator,
  findLastAdministrators,
  listAdministrators,
  removeAdministrator,
} from './appoint-administrators.ts'
import { createTemplateRoles, assignTemplates, getMembershipPermissions } from './role-templates.ts'
import { findTemplateRole } from './role-grant-queries.ts'
import { setRoleMembers } from './service/role-members.ts'
import { aUserWithRoles } from './example.ts'

const database = useDatabase()
const { as } = database
let bureau: OrgNode, school: OrgNode, office: OrgNode

beforeAll(() =>
  as(createActor(), async (ctx) => {
    await createTemplateRoles(ctx)
    bureau = await aBureau(ctx)
    school = await aSchool(ctx, bureau)
    office = await aDepartment(ctx, school)
  }),
)

/** Callers who may appoint administrators: in the whole district, or in one school. */
const ofDistrict = createActor({}, { 'org.appoint': wholeDistrict })
const of = (node: OrgNode) => createActor({}, { 'org.appoint': orgTreeScope(node) })

const hire = async (ctx: Ctx, orgId: string, role?: RoleTemplate, hasAccount = true) =>
  (await aUserWithRoles(ctx, role ? [role] : [], { at: { id: orgId }, hasAccount })).userId
const newSchool = (ctx: Ctx, name: string) => aSchool(ctx, bureau, name)
const namesAt = async (orgId: string) =>
  (await as(ofDistrict, (ctx) => listAdministrators(ctx, orgId))).map((one) => one.userId)

it('invites a new person by name and phone, who is administrator at once and signs in with the link', async () => {
  const { userId, token } = await as(ofDistrict, (ctx) =>
    inviteOrgAdministrator(ctx, { orgId: school.id, userId: null, name: '周雅琴', mobile: '13812345678' }),
  )
  expect(token).toMatch(/^\w+\.[\w-]{43}$/)
  expect(await as(ofDistrict, (ctx) => listAdministrators(ctx, school.id))).toContainEqual({
    userId,
    name: '周雅琴',
    post: '管理员',
    hasAccount: false,
  })
})

it('appoints a colleague with an account without an invitation', async () => {
  const { userId, token } = await as(ofDistrict, async (ctx) => {
    const colleague = await hire(ctx, school.id)
    return inviteOrgAdministrator(ctx, { orgId: school.id, userId: colleague, name: '', mobile: '' })
  })
  expect(token).toBeNull()
  expect(await namesAt(school.id)).toContain(userId)
})

it('an administrator who is appointed and removed is in the identity log, however it is done', async () => {
  const colleague = await as(ofDistrict, (ctx) => hire(ctx, school.id))
  const roleId = await as(ofDistrict, async (ctx) => (await findTemplateRole(ctx.db, 'school-admin'))!.id)
  const form = { orgId: school.id, userId: colleague, name: '', mobile: '' }
  await as(ofDistrict, (ctx) => hire(ctx, school.id, 'school-admin'))
  await as(ofDistrict, (ctx) => inviteOrgAdministrator(ctx, form))
  await as(ofDistrict, (ctx) => removeAdministrator(ctx, { orgId: school.id, userId: colleague }))
  const always = { from: null, to: null }
  const chief = createActor({}, { 'role.assign': wholeDistrict })
  await as(chief, (ctx) => setRoleMembers(ctx, { id: roleId, add: [colleague], remove: [], ...always }))
  await as(chief, (ctx) => setRoleMembers(ctx, { id: roleId, add: [], remove: [colleague], ...always }))
  const rows = await database.sql(
    `select kind, before, after from tenant.identity_log
     where person_id = (select person_id from tenant.membership where id = $1) and kind like 'administrator-%' order by id`,
    [colleague],
  )
  const [org] = await database.sql<{ name: string }>('select name from tenant.organisation where id = $1', [school.id])
  const value = `学校管理员（${org!.name}）`
  const [given, taken] = [
    { kind: 'administrator-given', before: '', after: value },
    { kind: 'administrator-taken', before: value, after: '' },
  ]
  expect(rows).toEqual([given, taken, given, taken])
})

it('refuses a membership of another organisation', async () => {
  const stranger = await as(ofDistrict, async (ctx) => hire(ctx, (await newSchool(ctx, '文澜中学')).id))
  await expect(
    as(ofDistrict, (ctx) => inviteOrgAdministrator(ctx, { orgId: school.id, userId: stranger, name: '', mobile: '' })),
  ).rejects.toThrow('人员不存在')
})

it('a school’s administrator appoints nobody at another school, and departments have no administrators', async () => {
  const other = await as(ofDistrict, (ctx) => newSchool(ctx, '晨岚幼儿园'))
  await expect(as(of(school), (ctx) => listAdministrators(ctx, other.id))).rejects.toThrow('组织不存在')
  await expect(as(of(school), (ctx) => listAdministrators(ctx, office.id))).rejects.toThrow('部门由所在单位')
})

it('keeps the last administrator who can sign in, even if others were invited', async () => {
  const { place, only } = await as(ofDistrict, async (ctx) => {
    const made = await newSchool(ctx, '育德小学')
    await hire(ctx, made.id, 'school-admin', false)
    return { place: made, only: await hire(ctx, made.id, 'school-admin') }
  })
  const remove = () => as(ofDistrict, (ctx) => removeAdministrator(ctx, { orgId: place.id, userId: only }))
  await expect(remove()).rejects.toThrow('最后一名管理员')
  await as(ofDistrict, (ctx) => hire(ctx, place.id, 'school-admin'))
  await remove()
  expect(await namesAt(place.id)).not.toContain(only)
})

it('refuses to remove the last two together, and removes one of them', async () => {
  const [one, other] = await as(ofDistrict, async (ctx) => {
    const place = await newSchool(ctx, '和雅学校')
    return [await hire(ctx, place.id, 'school-admin'), await hire(ctx, place.id, 'school-admin')]
  })
  const refused = (ids: string[]) => as(ofDistrict, async (ctx) => [...(await findLastAdministrators(ctx, ids)).keys()])
  expect((await refused([one, other])).toSorted()).toEqual([one, other].toSorted())
  expect(await refused([one])).toEqual([])
})

it('of two administrators who remove each other at the same moment only one succeeds', async () => {
  const { place, pair } = await as(ofDistrict, async (ctx) => {
    const made = await newSchool(ctx, '博文学校')
    return { place: made, pair: [await hire(ctx, made.id, 'school-admin'), await hire(ctx, made.id, 'school-admin')] }
  })
  const results = await Promise.allSettled(
    pair.map((userId) => as(ofDistrict, (ctx) => removeAdministrator(ctx, { orgId: place.id, userId }))),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await namesAt(place.id)).toHaveLength(1)
})

it('gives a school no link for a person of the bureau by appointing that person', async () => {
  const { userId } = await as(ofDistrict, async (ctx) => {
    const personId = await createPerson(ctx, { name: '陆区长' })
    await assignTemplates(ctx, await addMembership(ctx, { personId, orgId: bureau.id, userType: 'bureau' }), [
      'district-admin',
    ])
    const here = { personId, orgId: school.id, userType: 'teacher' as const, isMain: false }
    return { userId: await addMembership(ctx, here) }
  })
  const form = { orgId: school.id, userId, name: '', mobile: '' }
  await expect(as(of(school), (ctx) => inviteOrgAdministrator(ctx, form))).rejects.toThrow('云禾区教育局')
  expect(await namesAt(school.id)).not.toContain(userId)
  expect((await as(ofDistrict, (ctx) => inviteOrgAdministrator(ctx, form))).token).not.toBeNull()
})

it('creates no second person for a phone number that exists in the district', async () => {
  await as(ofDistrict, (ctx) => createPerson(ctx, { name: '沈知秋', phone: '13712345678' }))
  const form = { orgId: school.id, userId: null, name: '沈秋', mobile: '13712345678' }
  await expect(as(of(school), (ctx) => inviteOrgAdministrator(ctx, form))).rejects.toThrow(
    '该手机号已登记，请核对或联系区管理员',
  )
})

it('an administrator who leaves next week does not count: the other one stays', async () => {
  const [leaving, staying] = await as(ofDistrict, async (ctx) => {
    const place = await newSchool(ctx, '启明学校')
    return [await hire(ctx, place.id, 'school-admin'), await hire(ctx, place.id, 'school-admin')]
  })
  const refused = (id: string) => as(ofDistrict, async (ctx) => [...(await findLastAdministrators(ctx, [id])).keys()])
  expect(await refused(staying)).toEqual([])
  await database.sql(
    "update tenant.membership set valid = daterange('2026-01-01', (now() + interval '7 days')::date) where id = $1",
    [leaving],
  )
  expect(await refused(staying)).toEqual([staying])
  expect(await refused(leaving)).toEqual([])
})

it('an administrator keeps the role in another department, and loses it in another school', async () => {
  const { from, inside, outside } = await as(ofDistrict, async (ctx) => {
    const administrator = await hire(ctx, school.id, 'school-admin')
    const inOffice = await hire(ctx, school.id)
    const elsewhere = await hire(ctx, (await newSchool(ctx, '明德学校')).id)
    await copyRolesToMemberships(
      ctx,
      [inOffice, elsewhere].map((to) => ({ from: administrator, to })),
    )
    return { from: administrator, inside: inOffice, outside: elsewhere }
  })
  const templatesOf = (id: string) =>
    as(ofDistrict, async (ctx) => [
      ...(await getMembershipPermissions(ctx, { id, orgId: school.id, orgPath: school.path } as never)).templates,
    ])
  expect([await templatesOf(from), await templatesOf(inside), await templatesOf(outside)]).toEqual([
    ['school-admin'],
    ['school-admin'],
    [],
  ])
})

it('refuses an invitation to a school that is being deleted at that moment', async () => {
  const going = await as(ofDistrict, (ctx) => newSchool(ctx, '将撤小学'))
  const remover = createActor({}, { 'org.edit': wholeDistrict })
  const form = { orgId: going.id, userId: null, name: '迟来人', mobile: '13612345678' }
  let inviting: Promise<unknown> | undefined
  await as(remover, async (ctx) => {
    await deleteOrganisation(ctx, { id: going.id, version: undefined })
    inviting = as(ofDistrict, (other) => inviteOrgAdministrator(other, form)).catch((error: unknown) => error)
    // Waits until the other transaction is blocked by this one.
    await expect
      .poll(
        async () =>
          (
            await database.sql(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).length,
      )
      .toBeGreaterThan(0)
  })
  expect(String(await inviting)).toContain('组织不存在')
  expect(await database.sql('select from tenant.membership where org_id = $1', [going.id])).toEqual([])
})

it('the bureau’s administrators are the district’s administrators', async () => {
  const userId = await as(ofDistrict, (ctx) => hire(ctx, bureau.id))
  await as(ofDistrict, (ctx) => inviteOrgAdministrator(ctx, { orgId: bureau.id, userId, name: '', mobile: '' }))
  const { templates } = await as(ofDistrict, (ctx) =>
    getMembershipPermissions(ctx, { id: userId, orgId: bureau.id, orgPath: bureau.path } as never),
  )
  expect([...templates]).toEqual(['district-admin'])
})
