import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf, Ret } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { inviteOrgAdministrator } from './appoint-administrators.ts'
import { buildSchools, grantOf, readRoleForm, newRole, type Schools } from './roles.fixture.ts'
import { setRoleMembers } from './service/role-members.ts'
import { setAudience } from './service/role-audiences.ts'
import { getRolesOfUser } from './service/user-roles.ts'
import { saveRole } from './service/save-role.ts'

/** Attempts to give permissions that the caller lacks, by well-formed requests. */
const database = useDatabase()
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired, security: Hired, principal: Hired
const beyond = '不能授予超出本人权限的功能'
const beyondFields = '不能授予超出本人权限的字段'
const forGood = { from: null, to: null }

beforeAll(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  security = await s.hire(s.bureau, ['security-admin'])
  principal = await s.hire(s.school, ['school-admin'])
})

const give = (by: Hired, id: string, to: Hired, days: { from: string | null; to: string | null } = forGood) =>
  s.by(by, (ctx) => setRoleMembers(ctx, { id, add: [to.userId], remove: [], ...days }))

describe('a field that is hidden from the caller', () => {
  const price = 'paper.price'
  let role: string
  beforeAll(async () => {
    role = await s.roleOf('school-admin')
    await s.by(district, async (ctx) => saveRole(ctx, await readRoleForm(ctx, role, { hiddenFields: [price] })))
  })

  it('does not appear by a second role that she creates or assigns to herself, and she cannot show it to others', async () => {
    const colleague = await s.hire(s.school, [])
    const wide = newRole(s.school.id, '看得见', [grantOf('paper.read', 'org')])
    const { id } = await s.by(principal, (ctx) => saveRole(ctx, wide))
    await expect(give(principal, id, principal)).rejects.toThrow(beyondFields)
    await expect(give(principal, await s.roleOf('head'), principal)).rejects.toThrow(beyondFields)
    await expect(give(principal, id, colleague)).rejects.toThrow(beyondFields)
    const everybody = { id, orgId: s.school.id, includesBelow: false, post: '', ...forGood }
    await expect(s.by(principal, (ctx) => setAudience(ctx, everybody))).rejects.toThrow(beyondFields)
    const { assignable } = await s.by(principal, (ctx) => getRolesOfUser(ctx, colleague.userId))
    expect(assignable.map((one) => one.id)).not.toContain(id)
    expect((await s.actorOf(principal)).hiddenFields).toEqual(new Set([price]))
    // A role that hides the same field is hers to give, and a caller with every permission may give any.
    await s.by(principal, async (ctx) => saveRole(ctx, await readRoleForm(ctx, id, { hiddenFields: [price] })))
    await give(principal, id, colleague)
    await give(security, await s.roleOf('head'), colleague)
  })

  it('does not appear by a role that was empty when she got it', async () => {
    const { id } = await s.by(principal, (ctx) => saveRole(ctx, newRole(s.school.id, '先空着', [])))
    await give(principal, id, principal)
    const filled = s.by(principal, async (ctx) =>
      saveRole(ctx, await readRoleForm(ctx, id, { functions: [grantOf('paper.read', 'org')] })),
    )
    await expect(filled).rejects.toThrow(beyondFields)
  })
})

describe('a caller who gives permissions that she lacks', () => {
  it('does not get them by the parent of her role, nor by a role that she has from tomorrow', async () => {
    const above = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '上级', [])))
    const below = await s.by(district, (ctx) => saveRole(ctx, { ...newRole(null, '下级', []), parentId: above.id }))
    await give(district, below.id, security)
    const widen = (id: string) =>
      s.by(security, async (ctx) =>
        saveRole(ctx, await readRoleForm(ctx, id, { functions: [grantOf('paper.publish', 'district')] })),
      )
    await expect(widen(above.id)).rejects.toThrow(beyond)
    const later = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '明年', [])))
    await give(district, later.id, security, { from: '2099-01-01', to: null })
    await expect(widen(later.id)).rejects.toThrow(beyond)
  })

  it('gives them only within her scope', async () => {
    const deciding = ['role.read', 'role.edit', 'role.assign', 'role.grant-any'].map((code) =>
      grantOf(code, 'org-tree'),
    )
    const { id } = await s.by(security, (ctx) => saveRole(ctx, newRole(s.school.id, '本校安全员', deciding)))
    const local = await s.hire(s.school, [])
    await give(security, id, local)
    const make = (name: string, scope: 'district' | 'org-tree') =>
      s.by(local, (ctx) => saveRole(ctx, newRole(s.school.id, name, [grantOf('paper.seal', scope)])))
    await expect(make('全区用印', 'district')).rejects.toThrow(beyond)
    await expect(make('本校用印', 'org-tree')).resolves.toMatchObject({ version: 1 })
  })

  it('gives no separate duty by a post that nobody has yet', async () => {
    const { id } = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '顾问', [])))
    const post = { id, orgId: s.bureau.id, includesBelow: false, post: '顾问', ...forGood }
    expect(await s.by(district, (ctx) => setAudience(ctx, post))).toEqual({ memberCount: 0 })
    const parentId = await s.roleOf('district-admin')
    const inheriting = s.by(security, async (ctx) => saveRole(ctx, await readRoleForm(ctx, id, { parentId })))
    await expect(inheriting).rejects.toThrow('该角色已有成员，不能改为继承管理角色')
  })

  it('appoints no district administrator if her scope is the bureau’s own people', async () => {
    const { id } = await s.by(district, (ctx) =>
      saveRole(ctx, newRole(null, '人事专员', [grantOf('org.appoint', 'org')])),
    )
    const clerk = await s.hire(s.bureau, [])
    await give(district, id, clerk)
    const self = { orgId: s.bureau.id, userId: clerk.userId, name: '', mobile: '' }
    await expect(s.by(clerk, (ctx) => inviteOrgAdministrator(ctx, self))).rejects.toMatchObject({ ret: Ret.forbidden })
  })
})

it('keeps the last administrator when her role would begin only next year', async () => {
  const id = await s.roleOf('school-admin')
  const only = await s.hire(s.other, ['school-admin'])
  await expect(give(district, id, only, { from: '2099-01-01', to: null })).rejects.toThrow('至少保留一名管理员')
  const today = await s.by(district, async (ctx) => dayOf(ctx.now))
  await expect(give(district, id, only, { from: today, to: null })).resolves.toMatchObject({ removed: 0 })
})
