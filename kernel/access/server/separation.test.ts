import { beforeEach, describe, expect, it } from 'vitest'
import { Ret, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { addMembership } from '#kernel/staff/server/api.ts'
import {
  copyRolesToMemberships,
  inviteOrgAdministrator,
  findLastAdministrators,
  removeAdministrator,
} from './appoint-administrators.ts'
import { buildSchools, grantOf, readRoleForm, newRole, type Schools } from './roles.fixture.ts'
import { assignTemplates } from './role-templates.ts'
import { setRoleMembers } from './service/role-members.ts'
import { setAudience } from './service/role-audiences.ts'
import { refuseMergedDuties, refuseAccountTakeover } from './service/separate-duties.ts'
import { getRole } from './service/roles.ts'
import { saveRole } from './service/save-role.ts'
import { getDutySeparation, setDutySeparation } from './service/duty-separation.ts'
import { listPermissionHolders } from './resolve-permissions.ts'

const database = useDatabase({ eachTest: true })
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let system: Hired, security: Hired, audit: Hired, principal: Hired
const two = '系统管理员、安全管理员和审计管理员不能由同一人担任'
const beyond = '不能授予超出本人权限的功能'
const forGood = { from: null, to: null }

beforeEach(async () => {
  s = await buildSchools(database)
  system = await s.hire(s.bureau, ['district-admin'])
  principal = await s.hire(s.school, ['school-admin'])
  security = await s.hire(s.bureau, [])
  audit = await s.hire(s.bureau, [])
})

const give = async (by: Hired, to: Hired, template: Parameters<Schools['roleOf']>[0]) => {
  const id = await s.roleOf(template)
  return s.by(by, (ctx) => setRoleMembers(ctx, { id, add: [to.userId], remove: [], ...forGood }))
}
const take = async (by: Hired, from: Hired, template: Parameters<Schools['roleOf']>[0]) => {
  const id = await s.roleOf(template)
  return s.by(by, (ctx) => setRoleMembers(ctx, { id, add: [], remove: [from.userId], ...forGood }))
}
const isDuty = (code: string) => /^(role\.(edit|assign|grant-any)|org\.appoint|trail\.read)$/.test(code)
const dutiesOf = async (one: Hired) => [...(await s.may(one)).keys()].filter(isDuty).toSorted()

describe('before duties are separated', () => {
  it('the district administrator appoints the first of the other two, and never herself', async () => {
    await expect(s.by(system, (ctx) => setDutySeparation(ctx, true))).rejects.toThrow('请先指定有账号的安全管理员')
    await give(system, security, 'security-admin')
    await expect(s.by(system, (ctx) => setDutySeparation(ctx, true))).rejects.toThrow('请先指定有账号的审计')
    await give(system, audit, 'auditor')
    await expect(give(system, system, 'security-admin')).rejects.toThrow(beyond)
    await expect(give(system, system, 'auditor')).rejects.toThrow(two)
    expect(await dutiesOf(system)).toEqual(['org.appoint', 'role.assign', 'role.edit', 'trail.read'])
  })
})

it('a school may not open the account of its teacher who manages others in an organisation out of its scope', async () => {
  const teacher = await s.hire(s.school, ['teacher'])
  const besides = async (orgId: string, templates: Parameters<typeof assignTemplates>[2]) =>
    s.by(system, async (ctx) => {
      const membership = { personId: teacher.personId, orgId, userType: 'teacher' as const, isMain: false }
      const id = await addMembership(ctx, membership)
      await assignTemplates(ctx, id, templates)
      return { id, orgName: '别处' }
    })
  const open = (...far: { id: string; orgName: string }[]) =>
    s.by(principal, (ctx) => refuseAccountTakeover(ctx, teacher.personId, far))
  const lessons = await besides(s.other.id, ['teacher', 'class-teacher'])
  await open(lessons)
  await expect(open(lessons, await besides(s.bureau.id, ['district-admin']))).rejects.toThrow('在别处有管理权限')
  // By audience as well as by name.
  const group = await s.roleOf('grade-head')
  const audience = { id: group, orgId: s.other.id, includesBelow: false, post: '', ...forGood }
  await s.by(system, (ctx) => setAudience(ctx, audience))
  await expect(open(lessons)).rejects.toThrow('在别处有管理权限')
})

describe('nobody holds two of the three duties, in any membership and by any kind of grant', () => {
  /** A person who already is the auditor, with a second membership at a school. */
  const secondPlace = (one: Hired) =>
    s.by(system, (ctx: Ctx) =>
      addMembership(ctx, { personId: one.personId, orgId: s.school.id, userType: 'teacher', isMain: false }),
    )

  beforeEach(() => give(system, security, 'security-admin'))

  it('not by a grant, an appointment, a seed, a continued membership, or a merge of two persons', async () => {
    const auditor = await s.hire(s.bureau, ['auditor'])
    await expect(give(system, auditor, 'district-admin')).rejects.toThrow(two)
    await expect(s.by(system, (ctx) => assignTemplates(ctx, auditor.userId, ['security-admin']))).rejects.toThrow(two)
    const form = { orgId: s.bureau.id, userId: auditor.userId, name: '', mobile: '' }
    await expect(s.by(system, (ctx) => inviteOrgAdministrator(ctx, form))).rejects.toThrow(two)
    const elsewhere = await secondPlace(auditor)
    await expect(s.by(system, (ctx) => assignTemplates(ctx, elsewhere, ['district-admin']))).rejects.toThrow(two)
    await expect(
      s.by(system, (ctx) => copyRolesToMemberships(ctx, [{ from: system.userId, to: auditor.userId }])),
    ).rejects.toThrow(two)
    await expect(s.by(system, (ctx) => refuseMergedDuties(ctx, [auditor.personId, security.personId]))).rejects.toThrow(
      two,
    )
    await s.by(system, (ctx) => refuseMergedDuties(ctx, [auditor.personId, principal.personId]))
  })

  it('not by a role that inherits from one of them', async () => {
    const id = await s.roleOf('auditor')
    const { functions } = await s.by(system, (ctx) => readRoleForm(ctx, id))
    const child = await s.by(system, (ctx) => saveRole(ctx, { ...newRole(null, '审计助理', functions), parentId: id }))
    await expect(
      s.by(system, (ctx) => setRoleMembers(ctx, { id: child.id, add: [system.userId], remove: [], ...forGood })),
    ).rejects.toThrow(two)
  })

  it('duties are granted by name, never by audience', async () => {
    const question = { orgId: s.school.id, includesBelow: true, post: '', ...forGood }
    for (const template of ['auditor', 'school-admin'] as const) {
      const id = await s.roleOf(template)
      await expect(s.by(system, (ctx) => setAudience(ctx, { id, ...question }))).rejects.toThrow('管理员须指定到人')
    }
  })

  it('of two concurrent grants of two duties to one person only one succeeds', async () => {
    const one = await s.hire(s.bureau, [])
    const results = await Promise.allSettled([give(system, one, 'auditor'), give(system, one, 'security-admin')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('once duties are separated', () => {
  beforeEach(async () => {
    await give(system, security, 'security-admin')
    await give(system, audit, 'auditor')
    await s.by(system, (ctx) => setDutySeparation(ctx, true))
  })

  it('the system administrator has neither roles nor logs, the others only their own duty, schools as before', async () => {
    expect(await dutiesOf(system)).toEqual([])
    expect((await s.may(system)).has('paper.publish')).toBe(true)
    expect(await dutiesOf(security)).toEqual(['role.assign', 'role.edit', 'role.grant-any'])
    expect([...(await s.may(security)).keys()].some((code) => code.startsWith('paper.'))).toBe(false)
    expect(await dutiesOf(audit)).toEqual(['trail.read'])
    expect(await dutiesOf(principal)).toEqual(['org.appoint', 'role.assign', 'role.edit'])
    const over = await s.by(audit, (ctx) => listPermissionHolders(ctx, 'trail.read', s.school.id))
    const readers = over.map(({ personId }) => personId)
    expect(readers).toContain(audit.personId)
    expect(readers).not.toContain(system.personId)
    expect(await s.by(audit, getDutySeparation)).toMatchObject({ isOn: true, mayChange: false })
  })

  it('a role with another name and the same scope does not circumvent the separation', async () => {
    const { id } = await s.by(security, (ctx) =>
      saveRole(ctx, newRole(null, '万能', [grantOf('role.edit', 'district'), grantOf('trail.read', 'org-tree')])),
    )
    await s.by(security, (ctx) =>
      setRoleMembers(ctx, { id, add: [system.userId, principal.userId], remove: [], ...forGood }),
    )
    expect(await dutiesOf(system)).toEqual([])
    expect(await dutiesOf(principal)).toEqual(['org.appoint', 'role.assign', 'role.edit', 'trail.read'])
    await s.by(security, (ctx) =>
      setRoleMembers(ctx, { id, add: [], remove: [system.userId, principal.userId], ...forGood }),
    )
  })

  it('the security administrator gives others permissions that she lacks, and never herself', async () => {
    const colleague = await s.hire(s.bureau, [])
    await give(security, colleague, 'district-office')
    const { id } = await s.by(security, (ctx) =>
      saveRole(ctx, newRole(null, '发文员', [grantOf('paper.publish', 'district')])),
    )
    const own = { id, add: [security.userId], remove: [], ...forGood }
    await expect(s.by(security, (ctx) => setRoleMembers(ctx, own))).rejects.toThrow(beyond)
    const question = { id, orgId: s.bureau.id, includesBelow: false, post: '', ...forGood }
    await expect(s.by(security, (ctx) => setAudience(ctx, question))).rejects.toThrow(beyond)
    await s.by(security, (ctx) => setAudience(ctx, { ...question, orgId: s.school.id }))
    expect((await s.may(principal)).has('paper.publish')).toBe(true)
    const role = await s.roleOf('security-admin')
    const more = async (ctx: Ctx) => {
      const form = await readRoleForm(ctx, role)
      return { ...form, functions: [...form.functions, grantOf('paper.read', 'district')] }
    }
    await expect(s.by(security, async (ctx) => saveRole(ctx, await more(ctx)))).rejects.toThrow(beyond)
  })

  it('only the security administrator ends the separation, and the last holder of each duty stays', async () => {
    await expect(s.by(system, (ctx) => setDutySeparation(ctx, false))).rejects.toMatchObject({ ret: Ret.forbidden })
    const others = (await s.by(security, getDutySeparation)).administrators
    for (const { template, people } of others) {
      const ids = people.map(({ userId }) => userId)
      const refused = await s.by(security, (ctx) => findLastAdministrators(ctx, ids, template))
      expect([...refused.keys()].toSorted()).toEqual(ids.toSorted())
    }
    await s.by(security, (ctx) => setDutySeparation(ctx, false))
    expect(await dutiesOf(system)).toEqual(['org.appoint', 'role.assign', 'role.edit', 'trail.read'])
  })
})

describe('the last administrator', () => {
  const last = '至少保留一名管理员'

  it('stays: by member removal, end date, role change, dismissal and transfer', async () => {
    await expect(take(system, principal, 'school-admin')).rejects.toThrow(last)
    const id = await s.roleOf('school-admin')
    const ending = { id, add: [principal.userId], remove: [], from: null, to: '2099-01-01' }
    await expect(s.by(system, (ctx) => setRoleMembers(ctx, ending))).rejects.toThrow(last)
    const without = async (ctx: Ctx) => {
      const form = await readRoleForm(ctx, id)
      return { ...form, functions: form.functions.filter(({ code }) => code !== 'role.assign') }
    }
    await expect(s.by(system, async (ctx) => saveRole(ctx, await without(ctx)))).rejects.toThrow(last)
    const narrower = async (ctx: Ctx) => {
      const form = await readRoleForm(ctx, id)
      return {
        ...form,
        functions: form.functions.map((one) => (one.code === 'org.appoint' ? grantOf(one.code, 'self') : one)),
      }
    }
    await expect(s.by(system, async (ctx) => saveRole(ctx, await narrower(ctx)))).rejects.toThrow(last)
    const dismissal = { orgId: s.school.id, userId: principal.userId }
    await expect(s.by(system, (ctx) => removeAdministrator(ctx, dismissal))).rejects.toThrow('最后一名管理员')
    // Callers that disable an account or move a person check this first.
    expect([...(await s.by(system, (ctx) => findLastAdministrators(ctx, [principal.userId]))).keys()]).toEqual([
      principal.userId,
    ])
    expect((await s.by(system, (ctx) => getRole(ctx, id))).functions.filter(({ isLocked }) => isLocked)).toHaveLength(3)
  })

  it('may go if there is another administrator without an end date', async () => {
    const second = await s.hire(s.school, ['school-admin'])
    const id = await s.roleOf('school-admin')
    await database.sql(
      "update tenant.membership_role set over_on = '2099-01-01' where membership_id = $1 and role_id = $2",
      [second.userId, id],
    )
    await expect(take(system, principal, 'school-admin')).rejects.toThrow(last)
    await database.sql('update tenant.membership_role set over_on = null where membership_id = $1', [second.userId])
    await take(system, principal, 'school-admin')
    expect((await s.may(principal)).has('role.edit')).toBe(false)
  })

  it('nobody removes the permissions with which she manages others', async () => {
    const own = await s.hire(s.other, ['school-admin'])
    await s.hire(s.other, ['school-admin'])
    await expect(take(own, own, 'school-admin')).rejects.toThrow('不能取消自己的权限管理权限')
  })
})
