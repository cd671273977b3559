import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, emptyScope } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { findMembership } from '#kernel/staff/server/api.ts'
import { getMembershipPermissions } from './role-templates.ts'
import { buildSchools, grantOf, readRoleForm, newRole, type Schools } from './roles.fixture.ts'
import { setRoleMembers } from './service/role-members.ts'
import { removeAudience, setAudience } from './service/role-audiences.ts'
import { describeRoles } from './service/visible-roles.ts'
import { listPermissionReasons } from './service/effective-permissions.ts'
import { getRole } from './service/roles.ts'
import { saveRole } from './service/save-role.ts'
import { listPermissionHolders, resolvePermissions } from './resolve-permissions.ts'

const database = useDatabase()
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired, principal: Hired
const forGood = { from: null, to: null }

beforeAll(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  principal = await s.hire(s.school, ['school-admin'])
})
beforeEach(async () => {
  await database.sql('delete from tenant.role_audience')
})

const role = async (name: string, ...functions: ReturnType<typeof grantOf>[]) =>
  (await s.by(district, (ctx) => saveRole(ctx, newRole(null, name, functions)))).id
const to = (id: string, orgId: string, { includesBelow = false, post = '' } = {}) =>
  s.by(district, (ctx) => setAudience(ctx, { id, orgId, includesBelow, post, ...forGood }))

describe('a role with an audience', () => {
  it('belongs to all holders of a post, and ends with the post', async () => {
    const id = await role('财务', grantOf('paper.edit', 'org'))
    const keeper = await s.hire(s.school, [], { post: '会计' })
    const elsewhere = await s.hire(s.other, [], { post: '会计' })
    expect(await to(id, s.school.id, { post: '会计' })).toEqual({ memberCount: 1 })
    expect((await s.may(keeper)).get('paper.edit')).toEqual({ ...emptyScope, orgIds: [s.school.id] })
    expect((await s.may(elsewhere)).size).toBe(0)
    const [reason] = await s.by(district, async (ctx) =>
      listPermissionReasons(ctx, (await findMembership(ctx, keeper.userId))!),
    )
    expect(reason).toMatchObject({
      permission: 'paper.edit',
      via: 'post',
      viaName: '实验小学岗位“会计”',
      origin: 'own',
    })
    await database.sql("update tenant.membership set post = '出纳' where id = $1", [keeper.userId])
    expect((await s.may(keeper)).size).toBe(0)
  })

  it('covers the organisations below only if `includesBelow` is set, and departments as such', async () => {
    const [below, here, office] = [
      await role('全区人人', grantOf('paper.seal', 'self')),
      await role('局里人人', grantOf('paper.edit', 'self')),
      await role('教务处人人', grantOf('class.watch', 'self')),
    ]
    const inOffice = await s.hire(s.school, [], { department: s.office })
    const atBureau = await s.hire(s.bureau, [])
    await to(below, s.bureau.id, { includesBelow: true })
    await to(here, s.bureau.id)
    await to(office, s.office.id)
    expect([...(await s.may(inOffice)).keys()].toSorted()).toEqual(['class.watch', 'paper.seal'])
    expect([...(await s.may(atBureau)).keys()].toSorted()).toEqual(['paper.edit', 'paper.seal'])
    const counts = await s.by(district, (ctx) => describeRoles(ctx, [below, here, office]))
    const { length: people } = await database.sql('select from tenant.membership where district_id = 1')
    expect(counts.get(below)).toEqual({ name: '全区人人', orgName: '', memberCount: people })
    expect(counts.get(office)!.memberCount).toBe(1)
    // The set-wise query and the query per person must agree.
    const everybody = await database.sql<{ id: string }>('select id from tenant.membership where district_id = 1')
    for (const roleId of [below, here, office]) {
      const set = await database.sql<{ id: string }>(
        'select distinct membership_id as id from tenant.v_role_holding where role_id = $1 and district_id = 1',
        [roleId],
      )
      const one = await s.by(district, async (ctx) => {
        const holders: string[] = []
        for (const { id } of everybody) {
          const { roleIds } = await getMembershipPermissions(ctx, (await findMembership(ctx, id))!)
          if (roleIds.includes(roleId)) holders.push(id)
        }
        return holders
      })
      expect(set.map(({ id }) => id).toSorted()).toEqual(one.toSorted())
    }
  })

  it('is valid between its days, and ends when the audience is removed', async () => {
    const id = await role('临时', grantOf('paper.publish', 'district'))
    const one = await s.hire(s.other, [])
    const tomorrow = new Date(Date.now() + 86_400_000)
    const give = (from: string | null) =>
      s.by(district, (ctx) =>
        setAudience(ctx, { id, orgId: s.other.id, includesBelow: false, post: '', from, to: null }),
      )
    await give(dayOf(tomorrow))
    expect((await s.may(one)).has('paper.publish')).toBe(false)
    await give(null)
    expect((await s.may(one)).has('paper.publish')).toBe(true)
    const { audiences } = await s.by(district, (ctx) => getRole(ctx, id))
    const { length } = await database.sql('select from tenant.membership where org_id = $1', [s.other.id])
    expect(audiences).toMatchObject([{ orgName: '文澜中学', post: '', from: null, memberCount: length }])
    // The administrator of another school cannot remove it.
    const take = (by: Hired) => s.by(by, (ctx) => removeAudience(ctx, audiences[0]!.id))
    await expect(take(principal)).rejects.toThrow('分配不存在')
    await take(district)
    expect((await s.may(one)).has('paper.publish')).toBe(false)
  })

  it('is found by the search for permission holders of a school', async () => {
    const id = await role('审读', grantOf('paper.read', 'org-tree'))
    const one = await s.hire(s.school, [], { post: '审读员' })
    const over = () => s.by(district, (ctx) => listPermissionHolders(ctx, 'paper.read', s.school.id))
    expect((await over()).map(({ personId }) => personId)).not.toContain(one.personId)
    await to(id, s.school.id, { post: '审读员' })
    expect((await over()).map(({ personId }) => personId)).toContain(one.personId)
  })

  it('cannot be granted by a school to the whole district', async () => {
    const id = await s.roleOf('clerk')
    const question = { id, orgId: s.bureau.id, includesBelow: true, post: '', ...forGood }
    await expect(s.by(principal, (ctx) => setAudience(ctx, question))).rejects.toThrow('组织不存在')
  })
})

describe('a field', () => {
  it('is hidden from people whose roles all hide it, and from nobody else', async () => {
    const hiding = await role('看不见金额', grantOf('paper.read', 'org'))
    await s.by(district, async (ctx) =>
      saveRole(ctx, await readRoleForm(ctx, hiding, { hiddenFields: ['paper.price'] })),
    )
    const one = await s.hire(s.school, [])
    const hiddenFrom = async () =>
      (await s.by(district, (ctx) => resolvePermissions(ctx, { ...one, orgId: s.school.id })))!.hiddenFields
    const give = (id: string) =>
      s.by(district, (ctx) => setRoleMembers(ctx, { id, add: [one.userId], remove: [], ...forGood }))
    await give(hiding)
    expect(await hiddenFrom()).toEqual(new Set(['paper.price']))
    // A role without permissions neither shows nor hides a field.
    await give(await role('空'))
    expect(await hiddenFrom()).toEqual(new Set(['paper.price']))
    await give(await s.roleOf('head'))
    expect(await hiddenFrom()).toBeUndefined()
  })

  it('that is hidden from the caller cannot be shown to others', async () => {
    const editing = await role(
      '管角色的',
      grantOf('role.edit', 'district'),
      grantOf('role.read', 'district'),
      grantOf('role.assign', 'district'),
    )
    await s.by(district, async (ctx) =>
      saveRole(ctx, await readRoleForm(ctx, editing, { hiddenFields: ['paper.author'] })),
    )
    const one = await s.hire(s.bureau, [])
    await s.by(district, (ctx) => setRoleMembers(ctx, { id: editing, add: [one.userId], remove: [], ...forGood }))
    await expect(
      s.by(one, async (ctx) => saveRole(ctx, await readRoleForm(ctx, editing, { hiddenFields: [] }))),
    ).rejects.toThrow('不能授予超出本人权限的字段')
  })
})
