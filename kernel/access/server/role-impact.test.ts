import { beforeEach, describe, expect, it } from 'vitest'
import type { ScopeKind } from '#packages/contract'
import type { Ctx, Scope } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { findMembership, type Membership } from '#kernel/staff/server/api.ts'
import type { RoleDifference, RoleForm } from '../contract.ts'
import { buildSchools, grantOf, readRoleForm, newRole, type Schools } from './roles.fixture.ts'
import { getMembershipPermissions } from './role-templates.ts'
import { setRoleMembers } from './service/role-members.ts'
import { setAudience } from './service/role-audiences.ts'
import { previewRoleChange, saveRole } from './service/save-role.ts'

const database = useDatabase({ eachTest: true })
let s: Schools
type Hired = Awaited<ReturnType<Schools['hire']>>
let district: Hired
let people: Hired[]
/** 30,000 holders take a second; set `QIMING_CROWD=30000` for that many. */
const groupSize = Number(process.env['QIMING_CROWD'] ?? 5_000)
const forGood = { from: null, to: null }
const codes = ['paper.read', 'paper.edit', 'paper.seal', 'paper.publish', 'class.watch']
const fields = ['paper.author', 'paper.price']
const kinds: ScopeKind[] = [
  'district',
  'org-tree',
  'org',
  'department-tree',
  'department',
  'self',
  'classes',
  'listed-orgs',
]

/** A fixed seed, so that a failure can be reproduced. */
function seededRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! }
}

beforeEach(async () => {
  s = await buildSchools(database)
  district = await s.hire(s.bureau, ['district-admin'])
  people = []
  const posts = ['会计', '主任', '']
  for (const [at, node] of [s.bureau, s.school, s.school, s.other, s.other, s.school].entries())
    for (const department of node === s.school ? [undefined, s.office] : [undefined])
      people.push(await s.hire(node, [], { department, post: posts[at % 3]! }))
})

interface EffectiveAccess {
  membership: Membership
  permissions: Map<string, Scope>
  hidden: Set<string>
}
const listEffectiveAccess = () =>
  s.by(district, async (ctx) => {
    const all = new Map<string, EffectiveAccess>()
    for (const { userId } of people) {
      const found = (await findMembership(ctx, userId))!
      const { permissions, hiddenFields } = await getMembershipPermissions(ctx, found)
      all.set(userId, { membership: found, permissions, hidden: hiddenFields })
    }
    return all
  })

/** The rows of a scope as a set of strings: a slow reference implementation. */
function describeScope(scope: Scope | undefined, { orgId, orgPath, id }: Membership): Set<string> {
  const covered = new Set<string>()
  if (!scope) return covered
  const add = (...more: string[]) => more.forEach((word) => covered.add(word))
  const own = ['org', 'department-tree', 'department', 'self', 'classes']
  const isTop = !orgPath.includes('.')
  if (scope.district) add('district', 'org-tree', ...own, ...[s.bureau, s.school, s.other].map((node) => node.id))
  if (scope.orgPaths.includes(orgPath)) {
    add('org-tree', ...own, orgId)
    if (isTop) add(s.school.id, s.other.id)
  }
  for (const listed of scope.orgIds) add(listed, ...(listed === orgId ? own : []))
  if (scope.departmentPaths.length > 0) add('department-tree', 'department', 'self')
  if (scope.departmentIds.length > 0) add('department', 'self')
  if (scope.self === id) add('self')
  if (scope.classesOf === id || scope.classesLedBy === id) add('classes')
  return covered
}

/** Gains and losses of each person, computed from the permissions alone. */
function compareEffectiveAccess(before: Map<string, EffectiveAccess>, after: Map<string, EffectiveAccess>) {
  const lines = new Map<string, string[]>()
  for (const [userId, was] of before) {
    const is = after.get(userId)!
    const felt: string[] = []
    for (const code of codes) {
      const [old, now] = [was, is].map(({ permissions, membership }) =>
        describeScope(permissions.get(code), membership),
      )
      if (now!.difference(old!).size > 0) felt.push(`+${code}`)
      if (old!.difference(now!).size > 0) felt.push(`-${code}`)
    }
    for (const field of fields) {
      if (was.hidden.has(field) && !is.hidden.has(field)) felt.push(`+field:${field}`)
      if (!was.hidden.has(field) && is.hidden.has(field)) felt.push(`-field:${field}`)
    }
    lines.set(userId, felt.toSorted())
  }
  return lines
}

const linesOf = ({ gains, loses }: RoleDifference['groups'][number]) =>
  [...gains.map(({ code }) => `+${code}`), ...loses.map(({ code }) => `-${code}`)].toSorted()

describe('before a role is saved', () => {
  it('the preview matches the real gains and losses of sixty random changes', { timeout: 300_000 }, async () => {
    const { below, pick } = seededRandom(20261116)
    const anyFunctions = () =>
      codes.flatMap((code) => {
        if (below(3) === 0) return []
        const scope = pick(kinds)
        const orgIds = [s.school.id, s.other.id].filter(() => below(2) === 0)
        return [grantOf(code, scope, scope === 'listed-orgs' && orgIds.length > 0 ? orgIds : [])]
      })
    const valid = (functions: RoleForm['functions']) =>
      functions.filter(({ scope, orgIds }) => scope !== 'listed-orgs' || orgIds.length > 0)
    // District roles, some with a parent, granted in all three ways.
    const roles: string[] = []
    await s.by(district, async (ctx) => {
      for (let at = 0; at < 6; at++) {
        const parentId = at >= 4 ? roles[at - 4]! : null
        const made = await saveRole(ctx, { ...newRole(null, `随机${at}`, valid(anyFunctions())), parentId })
        roles.push(made.id)
        const add = people.filter(() => below(3) === 0).map(({ userId }) => userId)
        await setRoleMembers(ctx, { id: made.id, add, remove: [], ...forGood })
      }
      const given = { includesBelow: true, ...forGood }
      await setAudience(ctx, { id: roles[0]!, orgId: s.school.id, post: '主任', ...given })
      await setAudience(ctx, { id: roles[5]!, orgId: s.bureau.id, post: '', ...given })
    })
    let felt = 0
    for (let round = 0; round < 60; round++) {
      const id = pick(roles)
      const form = await s.by(district, (ctx) =>
        readRoleForm(ctx, id, {
          functions: valid(anyFunctions()),
          hiddenFields: fields.filter(() => below(3) === 0),
        }),
      )
      const before = await listEffectiveAccess()
      const said = await s.by(district, (ctx) => previewRoleChange(ctx, form))
      const saved = await s.by(district, (ctx) => saveRole(ctx, form))
      const real = compareEffectiveAccess(before, await listEffectiveAccess())
      const count = (lines: readonly string[][]) =>
        Object.entries(Object.groupBy(lines, (line) => line.join(' '))).map(
          ([line, some]) => `${line}: ${some!.length}`,
        )
      const happened = [...real.values()].filter((line) => line.length > 0)
      const groups = said.groups.filter((group) => linesOf(group).length > 0)
      const foretold = groups.flatMap((group) => Array.from({ length: group.count }, () => linesOf(group)))
      expect(count(foretold).toSorted(), `round ${round}`).toEqual(count(happened).toSorted())
      for (const group of groups)
        for (const { userId } of group.people) expect(real.get(userId), `round ${round}`).toEqual(linesOf(group))
      expect(said.affected).toBe(happened.length)
      expect(saved.notifiedCount).toBe(happened.length)
      felt += happened.length
    }
    expect(felt).toBeGreaterThan(100)
  })

  it('the preview names permissions that another role still gives, and the last holders', async () => {
    const { id } = await s.by(district, (ctx) =>
      saveRole(ctx, newRole(null, '用印员', [grantOf('trail.read', 'org'), grantOf('paper.seal', 'org')])),
    )
    const only = await s.hire(s.school, ['head'])
    await s.by(district, (ctx) => setRoleMembers(ctx, { id, add: [only.userId], remove: [], ...forGood }))
    const form = await s.by(district, (ctx) => readRoleForm(ctx, id, { functions: [] }))
    const said = await s.by(district, (ctx) => previewRoleChange(ctx, form))
    expect(said).toMatchObject({ memberCount: 1, affected: 1 })
    expect(said.groups[0]).toMatchObject({
      people: [{ userId: only.userId, orgName: '实验小学' }],
      loses: [{ code: 'trail.read', title: '查看日志', before: ['org'], after: [] }],
      unchanged: [{ code: 'paper.seal', title: '用印', byRoles: ['校长'] }],
    })
    // The district administrator still has it.
    expect(said.lastHolders).toMatchObject([{ code: 'trail.read', count: 1 }])
  })

  it('the preview refuses whatever saving refuses, and changes nothing', async () => {
    const principal = await s.hire(s.school, ['school-admin'])
    const form = newRole(s.school.id, '越权', [grantOf('paper.publish', 'district')])
    await expect(s.by(principal, (ctx) => previewRoleChange(ctx, form))).rejects.toThrow('不能授予超出本人权限的功能')
    const rows = () => database.sql('select * from tenant.role_permission order by role_id, permission')
    const before = await rows()
    await s.by(district, async (ctx) =>
      previewRoleChange(
        ctx,
        await readRoleForm(ctx, await s.roleOf('clerk'), { functions: [grantOf('paper.edit', 'district')] }),
      ),
    )
    expect(await rows()).toEqual(before)
  })
})

/** Inserts very many teachers directly into the tables. */
async function createHolders(count: number, roleIds: readonly string[]) {
  await database.sql(
    `with person as (
       insert into tenant.person (district_id, id, name, created_at, updated_at)
       select 1, gen_random_uuid(), '教师' || n, now(), now() from generate_series(1, $1) n returning id
     ), place as (
       insert into tenant.membership (district_id, id, person_id, org_id, user_type, valid, created_at, updated_at)
       select 1, gen_random_uuid(), id, $2, 'teacher', daterange('2026-01-01', null), now(), now() from person returning id
     )
     insert into tenant.membership_role (district_id, membership_id, role_id, created_at)
     select 1, place.id, role, now() from place, unnest($3::uuid[]) role`,
    [count, s.school.id, roleIds],
  )
  await database.sql('analyze tenant.membership, tenant.membership_role, tenant.person')
}
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

describe('with very many holders', () => {
  it(
    'a change reaches a thousand people on their next request, and a large group is counted quickly',
    { timeout: 300_000 },
    async () => {
      const { id } = await s.by(district, (ctx) =>
        saveRole(ctx, newRole(null, '三千教师', [grantOf('paper.read', 'self')])),
      )
      await createHolders(1_000, [id])
      const [member] = await database.sql<{ id: string }>(
        'select membership_id as id from tenant.membership_role where role_id = $1 order by 1 desc limit 1',
        [id],
      )
      const reads = (ctx: Ctx) =>
        findMembership(ctx, member!.id).then(async (membership) =>
          (await getMembershipPermissions(ctx, membership!)).permissions.has('paper.edit'),
        )
      const form = await s.by(district, (ctx) => readRoleForm(ctx, id, { functions: [grantOf('paper.edit', 'org')] }))
      expect(await s.by(district, reads)).toBe(false)
      const saving = await timed(() => s.by(district, (ctx) => saveRole(ctx, form)))
      expect(await s.by(district, reads)).toBe(true)
      expect(saving).toBeLessThan(5_000)

      await createHolders(groupSize - 1_000, [id, await s.roleOf('teacher')])
      const again = await s.by(district, (ctx) => readRoleForm(ctx, id, { functions: [grantOf('paper.seal', 'org')] }))
      let said: RoleDifference | undefined
      const previewing = await timed(async () => {
        said = await s.by(district, (ctx) => previewRoleChange(ctx, again))
      })
      console.log(`saving for 1,000: ${saving.toFixed(0)} ms; preview for ${groupSize}: ${previewing.toFixed(0)} ms`)
      expect(said).toMatchObject({ memberCount: groupSize, affected: groupSize })
      // 30,000 take a second on an idle machine; the tests share theirs.
      expect(previewing).toBeLessThan(4_000)
    },
  )
})
