import { useWholeApp } from './whole-app.ts'
import { scopeKinds, type ScopeKind } from '#packages/contract'
import { newId, type Ctx, type DistrictId } from '#packages/core'
import { inDistrict } from '#packages/db'
import type { TestDatabase } from '#packages/testing'
import { createDistrict, createPlatformCtx } from '#kernel/access/server/api.ts'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import type { SeededRandom } from './organisation-counts-model.ts'
import {
  fillSchool,
  createSubject,
  pickSpan,
  type DistrictMember,
  type OrganisationNode,
  type RunSql,
  type ExplainedRecord,
  type OrganisationUnit,
} from './explain-access-school.ts'

export interface RandomDistrict {
  districtId: DistrictId
  members: DistrictMember[]
  targets: ExplainedRecord[]
  /** People with one kind of scope and hardly anything else, so that each kind decides some answer. */
  plain: DistrictMember[]
}

const people = 60
const posts = ['', '教务主任', '班主任', '干事']
const kinds = Object.keys(scopeKinds) as ScopeKind[]
/** The last people who are hired: two for each kind of scope. */
const plainPeople = 2 * kinds.length
/**
 * A random district: people anywhere with any roles, roles with any permissions and scopes, for past or future days,
 * and classes with all sorts of teachers.
 */
export async function buildRandomDistrict(
  database: TestDatabase,
  chance: SeededRandom,
  permissions: readonly string[],
): Promise<RandomDistrict> {
  useWholeApp(database)
  const now = new Date()
  const { district: districtId, bureau } = await createDistrict(
    database.app,
    database.cells,
    { name: '镜湖区教育局', cell: 1 },
    now,
  )
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(database.cells, districtId, (db) => work(createPlatformCtx(database.app, districtId, db, now)))
  const units = await inside((ctx) => buildTree(ctx, bureau))
  const members = await inside((ctx) => hireMembers(ctx, chance, units))
  // As a superuser, who names the district each time.
  const sql = (text: string, values: unknown[]) => database.sql(text, [districtId, ...values])
  await dismissSome(sql, members)
  const roles = await inventRoles(sql, chance, units, permissions)
  const schools = units.filter(({ isSchool }) => isSchool)
  const plain = members.slice(-plainPeople)
  const others = members.filter((member) => !plain.includes(member))
  await givePlainRoles(sql, plain, permissions)
  const plainPaths = plain.map(({ orgId }) => units.find(({ id }) => id === orgId)!.path)
  const quiet = units.filter(({ path }) => !plainPaths.some((plainPath) => `${plainPath}.`.startsWith(`${path}.`)))
  await giveRoles(sql, chance, { roles, members: others, units, quiet })
  const lessons = await createSubject(sql)
  const taught: ExplainedRecord[] = []
  for (const school of schools) taught.push(...(await fillSchool(sql, chance, school, members, lessons)))
  for (const { userId, orgId } of plain) {
    const [led, lookedAfter] = taught.filter((one) => one.orgId === orgId && one.kind === 'class')
    await addClassTeacher(sql, userId, led!, 'vice')
    await addClassTeacher(sql, userId, lookedAfter!, 'life')
  }
  await sql('update tenant.organisation set is_disabled = true where district_id = $1 and id = $2', [
    schools.at(-1)!.id,
  ])
  const nodes = units.flatMap((unit) => [unit, ...unit.departments].map((node) => ({ ...node, orgId: unit.id })))
  const inDepartment = (id: string) =>
    members.flatMap(({ departmentId, userId }) => (departmentId === id ? userId : []))
  return {
    districtId,
    members,
    plain,
    targets: [
      ...nodes.map(({ id, orgId }): ExplainedRecord => ({
        kind: 'organisation',
        id,
        orgId,
        related: inDepartment(id),
      })),
      ...members.map(({ userId, orgId, departmentId }): ExplainedRecord => {
        const near = [userId, ...(departmentId ? inDepartment(departmentId) : [])]
        return { kind: 'staff', id: userId, orgId, related: near }
      }),
      ...taught,
    ],
  }
}

/** A bureau with offices, a cluster with a school, schools with nested offices, and one with a campus. */
async function buildTree(ctx: Ctx, bureau: OrganisationNode): Promise<OrganisationUnit[]> {
  const add = async (parent: OrganisationNode, name: string, type: Parameters<typeof createOrganisation>[1]['type']) =>
    createOrganisation(ctx, { parent, name, type })
  const officesOf = async (unit: OrganisationNode) => {
    const first = await add(unit, '教务处', 'department')
    return [first, await add(first, '语文组', 'department'), await add(unit, '总务处', 'department')]
  }
  const units: OrganisationUnit[] = [{ ...bureau, isSchool: false, departments: await officesOf(bureau) }]
  const cluster = await add(bureau, '东片学区', 'cluster')
  units.push({ ...cluster, isSchool: false, departments: [] })
  const schoolsToAdd: [string, OrganisationNode][] = [
    ['实验小学', bureau],
    ['文澜中学', bureau],
    ['城东小学', cluster],
  ]
  for (const [name, parent] of schoolsToAdd) {
    const school = await add(parent, name, 'school')
    units.push({ ...school, isSchool: true, departments: await officesOf(school) })
  }
  const campus = await add(units.at(-1)!, '城东小学分校', 'school')
  units.push({ ...campus, isSchool: true, departments: [] })
  const closed = await add(bureau, '停办小学', 'school')
  return [...units, { ...closed, isSchool: true, departments: [] }]
}

async function hireMembers(
  ctx: Ctx,
  chance: SeededRandom,
  units: readonly OrganisationUnit[],
): Promise<DistrictMember[]> {
  const members: DistrictMember[] = []
  const offices = units.filter(({ isSchool, departments }) => isSchool && departments.length > 0)
  for (let count = 0; count < people; count++) {
    const personId = await createPerson(ctx, { name: `教师${count}` })
    const isPlain = count >= people - plainPeople
    // Some have two memberships; each counts separately.
    const at = isPlain
      ? [chance.of(offices)!]
      : new Set([chance.of(units)!, ...(chance.below(8) === 0 ? [chance.of(units)!] : [])])
    for (const unit of at) {
      const departmentId = !isPlain && chance.below(3) === 0 ? null : (chance.of(unit.departments)?.id ?? null)
      const facts = { personId, orgId: unit.id, departmentId, userType: 'teacher', post: chance.of(posts)! } as const
      const isMain = !members.some((one) => one.personId === personId)
      members.push({
        personId,
        orgId: unit.id,
        departmentId,
        userId: await addMembership(ctx, { ...facts, isMain }, { counts: false }),
      })
    }
  }
  return members
}

/** Some have left, some are away for a while, some have not started yet. */
async function dismissSome(sql: RunSql, members: readonly DistrictMember[]) {
  const change = (what: string, at: number) =>
    sql(`update tenant.membership set ${what} where district_id = $1 and id = $2`, [members[at]!.userId])
  await change('is_suspended = true', 3)
  await change("valid = daterange('2020-09-01', '2024-09-01')", 7)
  await change("valid = daterange('2030-09-01', null)", 11)
}

/** Roles of the district and of schools, with or without a parent role; and changed standard roles. */
async function inventRoles(
  sql: RunSql,
  chance: SeededRandom,
  units: readonly OrganisationUnit[],
  permissions: readonly string[],
) {
  const made: string[] = []
  const shipped = (await sql('select id from tenant.role where district_id = $1', [])) as { id: string }[]
  const say = (roleId: string, permission: string, mayBeNone: boolean) => {
    const scope = mayBeNone && chance.below(5) === 0 ? null : chance.of(kinds)!
    const orgIds = scope === 'listed-orgs' ? [chance.of(units)!.id, chance.of(units)!.id] : []
    return sql('insert into tenant.role_permission values ($1, $2, $3, $4, $5)', [roleId, permission, scope, orgIds])
  }
  for (let count = 0; count < 16; count++) {
    const roleId = newId()
    const parentId = chance.below(3) === 0 ? chance.of(shipped)!.id : null
    const orgId = chance.below(2) === 0 ? chance.of(units)!.id : null
    await sql(
      'insert into tenant.role (district_id, id, title, org_id, parent_id, created_at) values ($1, $2, $3, $4, $5, now())',
      [roleId, `角色${count}`, orgId, parentId],
    )
    for (const permission of permissions) if (chance.below(2) === 0) await say(roleId, permission, parentId !== null)
    made.push(roleId)
  }
  for (const { id } of shipped)
    for (const permission of permissions) if (chance.below(12) === 0) await say(id, permission, true)
  return { made, shipped: shipped.map(({ id }) => id) }
}

/** A role for each kind of scope, with all permissions in that scope only. */
async function givePlainRoles(sql: RunSql, plain: readonly DistrictMember[], permissions: readonly string[]) {
  for (const { userId } of plain)
    await sql("update tenant.membership set post = '专岗' where district_id = $1 and id = $2", [userId])
  for (const [at, scope] of kinds.entries()) {
    const roleId = newId()
    await sql('insert into tenant.role (district_id, id, title, created_at) values ($1, $2, $3, now())', [
      roleId,
      scope,
    ])
    const orgIds = scope === 'listed-orgs' ? [plain[0]!.orgId, plain[2]!.orgId] : []
    for (const permission of permissions)
      await sql('insert into tenant.role_permission values ($1, $2, $3, $4, $5)', [roleId, permission, scope, orgIds])
    for (const { userId } of plain.filter((_, index) => index % kinds.length === at))
      await sql(
        'insert into tenant.membership_role (district_id, membership_id, role_id, created_at) values ($1, $2, $3, now())',
        [userId, roleId],
      )
  }
}

/** Adds a teacher to a class, as class teacher or not. */
async function addClassTeacher(sql: RunSql, userId: string, { id, related }: ExplainedRecord, role: 'vice' | 'life') {
  // The class and its pupils share one list.
  related.push(userId)
  await sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '[2020-09-01,)', now(), now()) on conflict do nothing`,
    [newId(), id, userId, role],
  )
}

interface RoleGrantPlan {
  roles: { made: string[]; shipped: string[] }
  members: readonly DistrictMember[]
  units: readonly OrganisationUnit[]
  /** Organisations where any grant is possible without affecting the plain people. */
  quiet: readonly OrganisationUnit[]
}

async function giveRoles(sql: RunSql, chance: SeededRandom, { roles, members, units, quiet }: RoleGrantPlan) {
  const anyRole = () => chance.of(chance.below(3) === 0 ? roles.shipped : roles.made)!
  for (const { userId } of members)
    for (let count = chance.below(4); count > 0; count--)
      await sql(
        `insert into tenant.membership_role (district_id, membership_id, role_id, begins_on, over_on, created_at)
         values ($1, $2, $3, $4, $5, now()) on conflict do nothing`,
        [userId, anyRole(), ...pickSpan(chance)],
      )
  for (let count = 0; count < 12; count++) {
    const post = chance.of(posts)!
    const unit = chance.of(post ? units : quiet)
    if (!unit) continue
    const orgId = chance.below(3) === 0 ? (chance.of(unit.departments)?.id ?? unit.id) : unit.id
    await sql(
      `insert into tenant.role_audience (district_id, id, role_id, org_id, includes_below, post, begins_on, over_on, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now()) on conflict do nothing`,
      [newId(), anyRole(), orgId, chance.below(2) === 0, post, ...pickSpan(chance)],
    )
  }
}
