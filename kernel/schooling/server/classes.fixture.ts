import { districtId, newId, emptyScope, type Actor, type Ctx, type Scope } from '#packages/core'
import { createPerson } from '#kernel/identity/server/api.ts'
import { createOrganisation } from '#kernel/org/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { listClassRows } from './class-queries.ts'
import { openGrade } from './service/classes/edit-classes.ts'

const rights = ['class.read', 'class.edit', 'teaching.edit', 'term.edit', 'subject.edit']

interface Node {
  id: string
  path: string
}

const anActor = (facts: Partial<Actor>, permissions: Readonly<Record<string, Scope>>): Actor => ({
  kind: 'staff',
  districtId: districtId(1),
  accountId: newId(),
  personId: newId(),
  userId: newId(),
  orgId: newId(),
  sessionId: newId(),
  permissions: new Map(Object.entries(permissions)),
  ...facts,
})

/** An actor who manages the classes of a school, or of the whole district. */
export const createClassManager = ({ id, path }: Node, scope: Scope = { ...emptyScope, orgPaths: [path] }): Actor =>
  anActor({ orgId: id }, Object.fromEntries(rights.map((right) => [right, scope])))

/** An actor whose scope is only the own classes. */
export const createTeacherActor = (org: Node, userId: string): Actor =>
  anActor({ orgId: org.id, userId }, { 'class.read': { ...emptyScope, classesOf: userId } })

/** A bureau and two schools with class managers. The time is November 2026 unless a test says otherwise. */
export async function createSchools(ctx: Ctx) {
  const bureau = await createOrganisation(ctx, { parent: null, name: '云禾区教育局', type: 'bureau' })
  const school = await createOrganisation(ctx, { parent: bureau, name: '实验学校', type: 'school' })
  const other = await createOrganisation(ctx, { parent: bureau, name: '文澜中学', type: 'school' })
  return {
    bureau,
    school,
    other,
    chief: createClassManager(bureau, { ...emptyScope, district: true }),
    head: createClassManager(school),
    neighbour: createClassManager(other),
  }
}
export type Schools = Awaited<ReturnType<typeof createSchools>>

let count = 0
/** A staff member whose membership began long ago. */
export async function createStaffAt(ctx: Ctx, org: { id: string }, name = `教师${++count}`) {
  const personId = await createPerson(ctx, { name })
  const early = { ...ctx, now: new Date('2020-08-01T00:00:00Z') }
  const userId = await addMembership(early, { personId, orgId: org.id, userType: 'teacher' }, { counts: false })
  return { personId, userId, name }
}

/** A grade of the middle school with the given number of classes, in display order. */
export async function openClasses(ctx: Ctx, org: { id: string }, classes: number, startYear = 2026, stage = 3) {
  const { gradeId } = await openGrade(ctx, { orgId: org.id, stage, startYear, classes })
  const rows = (await listClassRows(ctx.db, { orgId: org.id })).filter((row) => row.gradeId === gradeId)
  return { gradeId, ids: rows.map(({ id }) => id) }
}

export const november = new Date('2026-11-15T02:00:00Z')
interface TestDatabase {
  as<T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** Runs a function as an actor on the given day. */
export const onDay =
  (database: TestDatabase, now: Date = november) =>
  <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
