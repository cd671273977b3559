import { beforeEach, describe, expect, it } from 'vitest'
import { dayOf, emptyScope, Ret, orgTreeScope } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { buildSchools, grantOf, readRoleForm, newRole, type Schools } from './roles.fixture.ts'
import { setRoleMembers, setRolesOfUser, setTemplateHolders, listRoleMembers } from './service/role-members.ts'
import { readRoleHistory } from './service/role-history.ts'
import { listRoleIdsOfMembership, listCurrentTemplateHolders } from './service/visible-roles.ts'
import { getRolesOfUser } from './service/user-roles.ts'
import { listFunctions, listRoles, previewRoleMenu, getRole } from './service/roles.ts'
import { copyRole, removeRole, restoreRole, saveRole } from './service/save-role.ts'

const database = useDatabase({ eachTest: true })
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired, principal: Hired, otherPrincipal: Hired
const beyond = '不能授予超出本人权限的功能'
const forGood = { from: null, to: null }

beforeEach(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  principal = await s.hire(s.school, ['school-admin'])
  otherPrincipal = await s.hire(s.other, ['school-admin'])
})

describe('a school administrator', () => {
  it('creates a role for a new grade head and assigns it, with immediate effect', async () => {
    const head = await s.hire(s.school, [], { department: s.office })
    const { id } = await s.by(principal, (ctx) =>
      saveRole(
        ctx,
        newRole(s.school.id, '三年级组长', [
          grantOf('paper.read', 'department-tree'),
          grantOf('class.watch', 'classes'),
        ]),
      ),
    )
    expect((await s.may(head)).size).toBe(0)
    await s.by(principal, (ctx) => setRoleMembers(ctx, { id, add: [head.userId], remove: [], ...forGood }))
    const may = await s.may(head)
    expect(may.get('paper.read')).toEqual({ ...emptyScope, departmentPaths: [s.office.path] })
    expect(may.get('class.watch')).toEqual({ ...emptyScope, classesLedBy: head.userId })
    expect(await s.by(principal, (ctx) => listRoleIdsOfMembership(ctx, head.userId))).toEqual([id])
  })

  it('cannot give permissions that she lacks, neither by the form nor by a forged request', async () => {
    const make = (...functions: ReturnType<typeof grantOf>[]) =>
      s.by(principal, (ctx) => saveRole(ctx, newRole(s.school.id, '越权', functions)))
    await expect(make(grantOf('paper.publish', 'self'))).rejects.toThrow(beyond)
    await expect(make(grantOf('paper.read', 'district'))).rejects.toThrow(beyond)
    await expect(make(grantOf('paper.read', 'listed-orgs', [s.other.id]))).rejects.toThrow('组织不存在')
    await expect(make(grantOf('paper.none', 'self'))).rejects.toThrow('未知的功能')
    // The parent role may not contain more either, even if the form does not use it.
    const above = await s.by(district, (ctx) =>
      saveRole(ctx, newRole(null, '发文', [grantOf('paper.publish', 'district')])),
    )
    const inheriting = { ...newRole(s.school.id, '越权', []), parentId: above.id }
    await expect(s.by(principal, (ctx) => saveRole(ctx, inheriting))).rejects.toThrow(beyond)
    const colleague = await s.hire(s.school, [])
    const give = async (template: Parameters<Schools['roleOf']>[0]) => {
      const id = await s.roleOf(template)
      await s.by(principal, (ctx) => setRoleMembers(ctx, { id, add: [colleague.userId], remove: [], ...forGood }))
    }
    await expect(give('district-admin')).rejects.toThrow(beyond)
    await expect(give('auditor')).rejects.toThrow(beyond)
    await expect(give('security-admin')).rejects.toThrow(beyond)
    await give('head')
    expect((await s.may(colleague)).get('paper.seal')).toEqual(orgTreeScope(s.school))
  })

  it('neither sees nor changes the roles and people of another school', async () => {
    const { id } = await s.by(principal, (ctx) => saveRole(ctx, newRole(s.school.id, '本校干事', [])))
    const stranger = await s.hire(s.other, [])
    await expect(s.by(otherPrincipal, (ctx) => getRole(ctx, id))).rejects.toThrow('角色不存在')
    await expect(
      s.by(otherPrincipal, (ctx) => saveRole(ctx, { ...newRole(null, '抢', []), id, version: 1 })),
    ).rejects.toThrow('角色不存在')
    await expect(
      s.by(principal, (ctx) => setRoleMembers(ctx, { id, add: [stranger.userId], remove: [], ...forGood })),
    ).rejects.toThrow('人员不存在')
    await expect(
      s.by(district, (ctx) => setRoleMembers(ctx, { id, add: [stranger.userId], remove: [], ...forGood })),
    ).rejects.toThrow('该角色只能分配给实验小学的人员')
    const names = (await s.by(otherPrincipal, (ctx) => listRoles(ctx, { orgId: null }))).roles.map(({ name }) => name)
    expect(names).not.toContain('本校干事')
    expect(names).toContain('校长')
  })

  it('does not change the district’s roles, and sees only her own people among their members', async () => {
    const id = await s.roleOf('head')
    await expect(
      s.by(principal, async (ctx) => saveRole(ctx, await readRoleForm(ctx, id, { remark: '改' }))),
    ).rejects.toMatchObject({ ret: Ret.forbidden })
    await s.hire(s.school, ['head'])
    await s.hire(s.other, ['head'])
    const page = { id, keyword: '', pageNumber: 1, pageSize: 50 }
    const seen = await s.by(principal, (ctx) => listRoleMembers(ctx, page))
    expect(new Set(seen.items.map(({ orgName }) => orgName))).toEqual(new Set(['实验小学']))
    const { roles } = await s.by(principal, (ctx) => listRoles(ctx, { orgId: null }))
    expect(roles.find((role) => role.id === id)).toMatchObject({
      mayEdit: false,
      mayAssign: true,
      memberCount: seen.itemCount,
    })
    expect(roles.find(({ template }) => template === 'district-admin')).toMatchObject({ mayAssign: false })
  })

  it('sees for each role which permissions it contains, the most sensitive first, and how many', async () => {
    const colleague = await s.hire(s.school, ['teacher'])
    const { assignable, roles } = await s.by(principal, (ctx) => getRolesOfUser(ctx, colleague.userId))
    expect(roles).toMatchObject([{ name: '任课教师', opens: '可查看公文（本人）', functionCount: 1 }])
    const opened = Object.fromEntries(
      assignable.map(({ name, opens, functionCount }) => [name, [opens, functionCount]]),
    )
    expect(opened).toMatchObject({
      校长: ['可查看公文、用印（本单位及下级）', 2],
      班主任: ['可看班（任教班级）', 1],
      总务: ['', 0],
    })
    // Managing permissions come before reading permissions.
    expect(opened['学校管理员']![0]).toMatch(/^可(?!查看公文)/)
  })

  it('does not see the roles of pupils and guardians', async () => {
    const { roles } = await s.by(district, (ctx) => listRoles(ctx, { orgId: null }))
    const names = roles.map(({ name }) => name)
    expect(names).toContain('任课教师')
    expect(names).not.toContain('学生')
    expect(names).not.toContain('家长')
  })

  it('is offered exactly the permissions that would be accepted', async () => {
    const { modules, fields } = await s.by(principal, (ctx) => listFunctions(ctx))
    const offered = modules.flatMap(({ functions }) => functions).filter(({ mayGrant }) => mayGrant)
    expect(offered.map(({ code }) => code)).not.toContain('paper.publish')
    expect(fields.map(({ code }) => code)).toEqual(['paper.author', 'paper.price'])
    const colleague = await s.hire(s.school, ['teacher'])
    const { assignable, roles } = await s.by(principal, (ctx) => getRolesOfUser(ctx, colleague.userId))
    expect(roles).toMatchObject([{ name: '任课教师', via: 'person', mayRemove: true }])
    const names = assignable.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['校长', '班主任']))
    for (const name of ['区管理员', '安全管理员', '审计管理员', '学生', '家长']) expect(names).not.toContain(name)
  })
})

describe('a role', () => {
  it('has a unique name in its organisation', async () => {
    const make = (orgId: string | null) => s.by(district, (ctx) => saveRole(ctx, newRole(orgId, '档案员', [])))
    await make(s.school.id)
    await expect(make(s.school.id)).rejects.toThrow('角色名称已存在')
    await make(s.other.id)
    await make(null)
    await expect(make(null)).rejects.toThrow('角色名称已存在')
  })

  it('inherits from the parent role what it does not define itself, and follows changes of the parent', async () => {
    const save = (form: Parameters<typeof saveRole>[1]) => s.by(district, (ctx) => saveRole(ctx, form))
    const parent = await save(newRole(null, '区级模板', [grantOf('paper.read', 'org'), grantOf('paper.edit', 'org')]))
    const child = await save({
      ...newRole(s.school.id, '本校版', [grantOf('paper.read', 'org'), grantOf('paper.seal', 'org')]),
      parentId: parent.id,
    })
    const one = await s.hire(s.school, [])
    await s.by(district, (ctx) => setRoleMembers(ctx, { id: child.id, add: [one.userId], remove: [], ...forGood }))
    expect([...(await s.may(one)).keys()].toSorted()).toEqual(['paper.read', 'paper.seal'])
    await s.by(district, async (ctx) =>
      saveRole(
        ctx,
        await readRoleForm(ctx, parent.id, {
          functions: [grantOf('paper.read', 'org-tree'), grantOf('paper.edit', 'district')],
        }),
      ),
    )
    expect((await s.may(one)).get('paper.read')).toEqual(orgTreeScope(s.school))
    expect((await s.may(one)).has('paper.edit')).toBe(false)
    const { functions } = await s.by(district, (ctx) => getRole(ctx, child.id))
    expect(functions).toMatchObject([
      { code: 'paper.read', origin: 'parent' },
      { code: 'paper.seal', origin: 'own' },
    ])
    await expect(save({ ...newRole(null, '孙', []), parentId: child.id })).rejects.toThrow('区级的顶层角色')
    await expect(s.by(district, (ctx) => removeRole(ctx, { id: parent.id, version: 2 }))).rejects.toThrow(
      '该角色已被1个角色继承，不能删除',
    )
  })

  it('is not overwritten if somebody else has changed it', async () => {
    const { id } = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '两人同改', [])))
    const form = await s.by(district, (ctx) => readRoleForm(ctx, id, { remark: '一' }))
    await s.by(district, (ctx) => saveRole(ctx, form))
    await expect(s.by(district, (ctx) => saveRole(ctx, { ...form, remark: '二' }))).rejects.toMatchObject({
      ret: Ret.changedByOthers,
    })
  })

  it('is deleted only without holders, and never if it is a system role', async () => {
    const one = await s.hire(s.school, [])
    const { id } = await s.by(principal, (ctx) => saveRole(ctx, newRole(s.school.id, '临时工作', [])))
    const change = (add: string[], remove: string[]) =>
      s.by(principal, (ctx) => setRoleMembers(ctx, { id, add, remove, ...forGood }))
    await change([one.userId], [])
    const remove = () => s.by(principal, (ctx) => removeRole(ctx, { id, version: 1 }))
    await expect(remove()).rejects.toThrow('该角色已分配给1人，不能删除')
    await change([], [one.userId])
    await remove()
    await expect(s.by(principal, (ctx) => getRole(ctx, id))).rejects.toThrow('角色不存在')
    const clerk = await s.roleOf('clerk')
    await expect(s.by(district, (ctx) => removeRole(ctx, { id: clerk, version: 1 }))).rejects.toThrow(
      '系统角色不能删除',
    )
  })

  it('can be restored for seven days, and its history lists the changes', async () => {
    const { id } = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '可还原', [grantOf('paper.read', 'org')])))
    await s.by(district, async (ctx) =>
      saveRole(
        ctx,
        await readRoleForm(ctx, id, { functions: [grantOf('paper.edit', 'org')], hiddenFields: ['paper.price'] }),
      ),
    )
    const page = { id, pageNumber: 1, pageSize: 20 }
    const { items } = await s.by(district, (ctx) => readRoleHistory(ctx, page))
    expect(items[0]).toMatchObject({
      title: '修改角色',
      mayRestore: true,
      lines: ['取消 查看公文（本单位）', '授予 修改公文（本单位）', '隐藏 金额'],
    })
    await s.by(district, (ctx) => restoreRole(ctx, { id, changeId: items[0]!.id, version: 2 }))
    expect(await s.by(district, (ctx) => readRoleForm(ctx, id))).toMatchObject({
      version: 3,
      hiddenFields: [],
      functions: [grantOf('paper.read', 'org')],
    })
    await database.sql("update tenant.role_change set changed_at = now() - interval '8 days' where id = $1", [
      items[0]!.id,
    ])
    await expect(s.by(district, (ctx) => restoreRole(ctx, { id, changeId: items[0]!.id, version: 3 }))).rejects.toThrow(
      '只能还原7天内的修改',
    )
  })

  it('is copied with all permissions, by a caller who has all of them', async () => {
    const id = await s.roleOf('head')
    const copy = await s.by(principal, (ctx) => copyRole(ctx, { id, orgId: s.school.id, name: '副校长' }))
    const [original, copied] = await s.by(principal, async (ctx) => [
      await readRoleForm(ctx, id),
      await readRoleForm(ctx, copy.id),
    ])
    expect(copied.functions).toEqual(original.functions)
    const chief = await s.roleOf('district-admin')
    await expect(
      s.by(principal, (ctx) => copyRole(ctx, { id: chief, orgId: s.school.id, name: '小区管' })),
    ).rejects.toThrow(beyond)
  })

  it('previews the menu of a user who has only this role', async () => {
    const id = await s.roleOf('clerk')
    await s.by(district, async (ctx) =>
      saveRole(ctx, await readRoleForm(ctx, id, { functions: [grantOf('paper.read', 'org')] })),
    )
    const { groups } = await s.by(principal, (ctx) => previewRoleMenu(ctx, id))
    expect(groups).toEqual([{ title: '基础数据', pages: [{ title: '公文', url: '/baseData/Paper' }] }])
  })
})

describe('holders of a role', () => {
  it('hold it from its first day to its last', async () => {
    const one = await s.hire(s.school, [])
    const id = await s.roleOf('head')
    const day = (offset: number) => dayOf(new Date(Date.now() + offset * 86_400_000))
    const give = (from: string | null, to: string | null) =>
      s.by(principal, (ctx) => setRoleMembers(ctx, { id, add: [one.userId], remove: [], from, to }))
    await give(day(3), null)
    expect((await s.may(one)).size).toBe(0)
    await give(null, day(2))
    expect((await s.may(one)).has('paper.seal')).toBe(true)
    await expect(give(null, '2026-01-01')).rejects.toThrow('结束日期不能早于今天')
    await database.sql("update tenant.membership_role set over_on = '2026-01-01' where membership_id = $1", [
      one.userId,
    ])
    expect((await s.may(one)).size).toBe(0)
    const { items } = await s.by(principal, (ctx) =>
      listRoleMembers(ctx, { id, keyword: '', pageNumber: 1, pageSize: 50 }),
    )
    expect(items.find(({ userId }) => userId === one.userId)).toMatchObject({ state: 'over', to: '2025-12-31' })
  })

  it('of academic affairs at a school are exactly the named people', async () => {
    const [one, two, three] = [await s.hire(s.school, []), await s.hire(s.school, []), await s.hire(s.school, [])]
    const template = 'academic' as const
    const set = (...people: Hired[]) =>
      s.by(principal, (ctx) =>
        setTemplateHolders(ctx, { orgId: s.school.id, template, userIds: people.map(({ userId }) => userId) }),
      )
    await set(one, two)
    await set(two, three)
    const holders = await s.by(principal, (ctx) => listCurrentTemplateHolders(ctx, { orgId: s.school.id, template }))
    expect(holders.map(({ userId }) => userId).toSorted()).toEqual([two.userId, three.userId].toSorted())
    const stranger = await s.hire(s.other, [])
    await expect(set(stranger)).rejects.toThrow('人员不存在')
  })

  it('are changed for one person in one request', async () => {
    const one = await s.hire(s.school, ['teacher'])
    const [add, remove] = [await s.roleOf('head'), await s.roleOf('teacher')]
    await s.by(principal, (ctx) => setRolesOfUser(ctx, { userId: one.userId, add: [add], remove: [remove] }))
    expect(await s.by(principal, (ctx) => listRoleIdsOfMembership(ctx, one.userId))).toEqual([add])
  })
})
