import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#packages/core'
import type { ExportPageRequest } from '#packages/sheet'
import { listIssueCodes, createImportHarness, useDatabase, type CellValues } from '#packages/testing'
import { buildSchools, grantOf, newRole, type Schools } from '../roles.fixture.ts'
import { setRoleMembers, listRoleMembers } from '../service/role-members.ts'
import { setAudience } from '../service/role-audiences.ts'
import { readRoleHistory } from '../service/role-history.ts'
import { saveRole } from '../service/save-role.ts'
import { roleGrantExport } from './role-grant-export.ts'
import { roleGrantImport } from './role-grant-import.ts'

const database = useDatabase()
const { as, sql } = database
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired, principal: Hired, otherPrincipal: Hired, auditor: Hired
let clerk: string, head: string

beforeAll(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  auditor = await s.hire(s.bureau, ['auditor'])
  principal = await s.hire(s.school, ['school-admin'])
  otherPrincipal = await s.hire(s.other, ['school-admin'])
  clerk = await s.roleOf('clerk')
  head = await s.roleOf('head')
})

const today = () => dayOf(new Date())
const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
const forGood = { from: null, to: null }

/** A new staff member of the school. */
async function staff(name: string, number = '', node = s.school) {
  const one = await s.hire(node, [], { department: node === s.school ? s.office : undefined, post: '干事' })
  await sql('update tenant.person set name = $2 where id = $1', [one.personId, name])
  await sql('update tenant.membership set number = $2 where id = $1', [one.userId, number])
  return one
}

const membersOf = async (roleId: string) => {
  const question = { id: roleId, keyword: '', pageNumber: 1, pageSize: 200 } as const
  const { items } = await s.by(district, (ctx) => listRoleMembers(ctx, question))
  return items
}
const daysOf = async (roleId: string, { userId }: Hired) => {
  const one = (await membersOf(roleId)).find((member) => member.userId === userId)
  return one && [one.from, one.to]
}

/** Uses the permissions of this moment, as the next request would. */
const importing = async (one: Hired, orgId = s.school.id) =>
  createImportHarness(roleGrantImport)(as, await s.actorOf(one), orgId)

describe('the export of role grants', () => {
  const columns = roleGrantExport.columns.map(({ key }) => key)
  const everyRow = async (one: Hired, filter: { roleId: string | null }, limit = 1000) => {
    const rows: (readonly (string | number | null)[])[] = []
    for (let after: string | null = null; ;) {
      const question: ExportPageRequest = { columns, isWhole: false, after, limit }
      const piece: Awaited<ReturnType<typeof roleGrantExport.read>> = await s.by(one, (ctx) =>
        roleGrantExport.read(ctx, filter, question),
      )
      rows.push(...piece.rows)
      after = piece.after
      if (after === null) return rows
    }
  }

  it('lists the holders in scope and how each got the role', async () => {
    const { id: roleId } = await s.by(district, (ctx) => saveRole(ctx, newRole(null, '信息员', [])))
    const [li, zhao] = [await staff('李导出', '801'), await staff('赵导出', '', s.other)]
    const add = [li.userId, zhao.userId]
    await s.by(district, async (ctx) => {
      await setRoleMembers(ctx, { id: roleId, add, remove: [], from: null, to: inDays(30) })
      const whole = { id: roleId, orgId: s.office.id, includesBelow: false, post: '', ...forGood }
      await setAudience(ctx, whole)
    })
    const giver = (await sql<{ name: string }>('select name from tenant.person where id = $1', [district.personId]))[0]!
    const here = ['信息员', '本区', '李导出', '801', '实验小学', '教务处', '干事']
    const mine = (await everyRow(principal, { roleId })).filter(([, , name]) => name === '李导出')
    expect(mine).toEqual([
      [...here, '按人', '', inDays(30), giver.name],
      [...here, '按单位', '', '', giver.name],
    ])
    const names = async (one: Hired) => new Set((await everyRow(one, { roleId }, 1)).map(([, , name]) => name))
    expect(await names(principal)).not.toContain('赵导出')
    expect(await names(otherPrincipal)).toEqual(new Set(['赵导出']))
    expect(await names(auditor)).toEqual(await names(district))
    expect(await names(district)).toContain('赵导出')
  })

  it('covers all roles, counts as many rows as it reads, and leaves out ended grants', async () => {
    const gone = await staff('孙过期')
    await s.by(principal, (ctx) => setRoleMembers(ctx, { id: clerk, add: [gone.userId], remove: [], ...forGood }))
    const all = { roleId: null }
    const before = await everyRow(principal, all)
    expect(before.map(([, , name]) => name)).toContain('孙过期')
    await sql(
      `update tenant.membership_role set begins_on = '2026-01-01', over_on = '2026-01-02' where membership_id = $1`,
      [gone.userId],
    )
    const rows = await everyRow(principal, all, 2)
    expect(rows).toHaveLength(before.length - 1)
    expect(await s.by(principal, (ctx) => roleGrantExport.count(ctx, all))).toBe(rows.length)
    expect(new Set(rows.map(([, , , , org]) => org))).toEqual(new Set(['实验小学']))
  })

  it('does not find the role of another school', async () => {
    const { id: roleId } = await s.by(otherPrincipal, (ctx) => saveRole(ctx, newRole(s.other.id, '邻校干事', [])))
    await expect(s.by(principal, (ctx) => roleGrantExport.count(ctx, { roleId }))).rejects.toThrow('角色不存在')
    expect(await s.by(otherPrincipal, (ctx) => roleGrantExport.describe(ctx, { roleId }))).toBe('角色“邻校干事”的成员')
  })
})

describe('the import of role grants', () => {
  const offered = async (one: Hired, orgId = s.school.id) =>
    (await s.by(one, (ctx) => roleGrantImport.loadContext(ctx, orgId))).choices['role']!.map(({ title }) => title)

  it('offers only the roles that the importer may give in that organisation', async () => {
    const titles = await offered(principal)
    expect(titles).toContain('校长')
    for (const title of ['区管理员', '审计管理员', '学生', '家长']) expect(titles).not.toContain(title)
    await expect(offered(principal, s.other.id)).rejects.toThrow('组织不存在')
    await expect(offered(principal, s.office.id)).rejects.toThrow('请选择部门所在的单位')
  })

  it('assigns roles, reports unchanged rows on the second run, changes days, and can be undone', async () => {
    const [wang, li] = [await staff('王导入', '901'), await staff('李导入')]
    const desk = await importing(principal)
    const file: CellValues[] = [
      { name: '王导入', number: '901', role: clerk, from: today(), to: inDays(60) },
      { name: '李导入', role: head },
    ]
    const given = await desk.bring(file)
    expect(given.map(({ result }) => result)).toEqual(['new', 'new'])
    expect([await daysOf(clerk, wang), await daysOf(head, li)]).toEqual([
      [today(), inDays(60)],
      [null, null],
    ])
    expect((await s.may(li)).has('paper.seal')).toBe(true)
    const question = { id: head, pageNumber: 1, pageSize: 1 } as const
    expect((await s.by(principal, (ctx) => readRoleHistory(ctx, question))).items[0]).toMatchObject({
      title: '新增成员',
    })

    for (const cells of file) expect(await desk.one(cells)).toMatchObject({ result: 'same', issues: [] })
    // Empty cells keep the present value.
    expect(await desk.one({ name: '王导入', role: clerk })).toMatchObject({ result: 'same' })
    const later: CellValues = { name: '王导入', role: clerk, to: inDays(90) }
    expect(await desk.one(later)).toMatchObject({ result: 'changed', changes: [{ column: 'to', before: inDays(60) }] })
    const prolonged = await desk.bring([later])
    expect(await daysOf(clerk, wang)).toEqual([today(), inDays(90)])

    expect(await desk.undoable(prolonged)).toEqual([{ row: 3, keptReason: '' }])
    expect(await desk.undo(prolonged)).toEqual([{ row: 3, keptReason: '' }])
    expect(await daysOf(clerk, wang)).toEqual([today(), inDays(60)])
    expect((await desk.undo(given)).map(({ keptReason }) => keptReason)).toEqual(['', ''])
    expect([await daysOf(clerk, wang), await daysOf(head, li)]).toEqual([undefined, undefined])
    expect((await s.may(li)).size).toBe(0)
  })

  it('assigns an ended role again, and undo restores the ended grant', async () => {
    const one = await staff('周旧角')
    const desk = await importing(principal)
    await desk.bring([{ name: '周旧角', role: clerk }])
    await sql(
      `update tenant.membership_role set begins_on = '2026-01-01', over_on = '2026-02-01' where membership_id = $1`,
      [one.userId],
    )
    expect(await desk.one({ name: '周旧角', role: clerk })).toMatchObject({ result: 'new', changes: [] })
    const effects = await desk.bring([{ name: '周旧角', role: clerk }])
    expect(await daysOf(clerk, one)).toEqual([null, null])
    await desk.undo(effects)
    expect(await daysOf(clerk, one)).toEqual(['2026-01-01', '2026-01-31'])
  })

  it('does not undo grants that were changed meanwhile, and gives the reason', async () => {
    const [a, b, c, d] = [await staff('吴甲'), await staff('吴乙'), await staff('吴丙'), await staff('吴丁')]
    const desk = await importing(principal)
    const effects = await desk.bring(['吴甲', '吴乙', '吴丙', '吴丁'].map((name) => ({ name, role: clerk })))
    await s.by(principal, async (ctx) => {
      await setRoleMembers(ctx, { id: clerk, add: [b.userId], remove: [c.userId], from: null, to: inDays(9) })
    })
    await sql(`update tenant.membership set valid = daterange('2025-01-01', $2::date) where id = $1`, [
      d.userId,
      today(),
    ])
    const keptReason = (undone: readonly { row: number; keptReason: string }[]) =>
      Object.fromEntries(undone.map(({ row, keptReason: why }) => [row, why]))
    const why = { 3: '', 4: '导入后被修改过', 5: '之后已被移除', 6: '人员已离岗，或不在您的管理范围内' }
    expect(keptReason(await desk.undoable(effects))).toEqual(why)
    expect(keptReason(await desk.undo(effects))).toEqual(why)
    expect([await daysOf(clerk, a), await daysOf(clerk, b)]).toEqual([undefined, [null, inDays(9)]])
  })

  it('finds people by number and name, and asks if a name is not unique', async () => {
    const first = await staff('陈同名', '1')
    await staff('陈同名', '2')
    await staff('陈邻校', '', s.other)
    const desk = await importing(principal)
    const one = async (cells: CellValues) => listIssueCodes(await desk.one({ role: clerk, ...cells }))
    expect(await one({ name: '陈同名' })).toEqual(['number:several'])
    expect(await one({ name: '陈同名', number: '3' })).toEqual(['number:unknown'])
    expect(await one({ name: '陈邻校' })).toEqual(['name:unknown'])
    expect(await one({ name: '陈同名', number: '1', to: inDays(-1) })).toEqual(['to:past'])
    expect(await one({ name: '陈同名', number: '1', from: inDays(9), to: inDays(8) })).toEqual(['to:order'])
    await desk.bring([{ name: '陈同名', number: '1', role: clerk }])
    expect((await membersOf(clerk)).filter(({ name }) => name === '陈同名').map(({ userId }) => userId)).toEqual([
      first.userId,
    ])
  })

  it('refuses rows with roles that the importer may not give, or that are not for these people', async () => {
    await staff('郑越权')
    const desk = await importing(principal)
    const messages = async (role: string) =>
      (await desk.one({ name: '郑越权', role })).issues.map((issue) => issue.message)
    expect(await messages(await s.roleOf('district-admin'))).toEqual(['不能授予超出本人权限的功能'])
    expect(await messages(await s.roleOf('pupil'))).toEqual(['学生和家长的权限由系统维护'])
    const publishing = newRole(null, '发文', [grantOf('paper.publish', 'district')])
    expect(await messages((await s.by(district, (ctx) => saveRole(ctx, publishing))).id)).toEqual([
      '不能授予超出本人权限的功能',
    ])
    const theirs = await s.by(otherPrincipal, (ctx) => saveRole(ctx, newRole(s.other.id, '邻校组长', [])))
    expect(await messages(theirs.id)).toEqual(['找不到该角色'])
    // A forged check result is refused as well.
    const mark = { issues: [], keys: [], result: 'new', id: null, changes: [], mark: '', unit: '' } as const
    const row = { row: 3, values: { name: '郑越权', role: theirs.id }, accepted: [], verdict: mark }
    await expect(s.by(principal, (ctx) => roleGrantImport.apply(ctx, s.school.id, [row]))).rejects.toThrow()
  })

  it('refuses two separate duties for one person, also across two rows of one file', async () => {
    await staff('冯双职', '', s.bureau)
    const desk = await importing(district, s.bureau.id)
    const [security, audit] = [await s.roleOf('security-admin'), await s.roleOf('auditor')]
    const verdicts = await desk.examine([
      { row: 3, values: { name: '冯双职', role: audit }, accepted: [] },
      { row: 4, values: { name: '冯双职', role: security }, accepted: [] },
    ])
    expect(verdicts.map(listIssueCodes)).toEqual([[], ['role:refused']])
  })

  it('refuses an end date for the last administrator, and any end of the importer’s own role management', async () => {
    const name = (await sql<{ name: string }>('select name from tenant.person where id = $1', [principal.personId]))[0]!
    const role = await s.roleOf('school-admin')
    const chief = await importing(district)
    const ending = await chief.one({ ...name, role, to: inDays(5) })
    expect(ending.issues.map(({ message }) => message)).toEqual(['至少保留一名管理员'])
    await s.hire(s.school, ['school-admin'])
    expect((await chief.one({ ...name, role, to: inDays(5) })).issues).toEqual([])
    const own = await importing(principal)
    expect((await own.one({ ...name, role, from: inDays(5) })).issues.map(({ message }) => message)).toEqual([
      '不能取消自己的权限管理权限',
    ])
  })

  it('does not undo the importer’s own role management', async () => {
    const name = (await sql<{ name: string }>('select name from tenant.person where id = $1', [principal.personId]))[0]!
    const second = newRole(s.school.id, '权限助理', [grantOf('role.edit', 'org')])
    const { id: role } = await s.by(principal, (ctx) => saveRole(ctx, second))
    const desk = await importing(principal)
    const effects = await desk.bring([{ ...name, role }])
    expect(await desk.undo(effects)).toEqual([{ row: 3, keptReason: '不能取消自己的权限管理权限' }])
    expect(await daysOf(role, principal)).toEqual([null, null])
  })

  it('counts rows by role for the report', async () => {
    const desk = await importing(principal)
    await staff('卫计数')
    const count = () => s.by(principal, (ctx) => roleGrantImport.countByUnit(ctx, s.school.id))
    const before = (await count()).get('校长') ?? 0
    await desk.bring([{ name: '卫计数', role: head }])
    expect((await count()).get('校长')).toBe(before + 1)
  })
})
