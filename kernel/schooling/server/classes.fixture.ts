import { aBureau, aSchool, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { newId, emptyScope, type Actor, type Ctx, type Scope, wholeDistrict, orgTreeScope } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { aGrade } from './example.ts'

const rights = ['class.read', 'class.edit', 'teaching.edit', 'term.edit', 'subject.edit']

/** An actor who manages the classes of a school, or of the whole district. */
export const createClassManager = (org: OrgNode, scope: Scope = orgTreeScope(org)): Actor =>
  createActor({ orgId: org.id }, Object.fromEntries(rights.map((right) => [right, scope])))

/** An actor whose scope is only the own classes. */
export const createTeacherActor = (org: OrgNode, userId: string): Actor =>
  createActor({ orgId: org.id, userId }, { 'class.read': { ...emptyScope, classesOf: userId } })

/** A bureau and two schools with class managers. The time is November 2026 unless a test says otherwise. */
export async function createSchools(ctx: Ctx) {
  const bureau = await aBureau(ctx)
  const school = await aSchool(ctx, bureau, '实验学校')
  const other = await aSchool(ctx, bureau, '文澜中学')
  return {
    bureau,
    school,
    other,
    chief: createClassManager(bureau, wholeDistrict),
    head: createClassManager(school),
    neighbour: createClassManager(other),
  }
}
export type Schools = Awaited<ReturnType<typeof createSchools>>

/** A staff member whose membership began long ago. */
export const createStaffAt = (ctx: Ctx, at: { id: string }, name?: string) =>
  aTeacher(ctx, { at, since: '2020-08-01', ...(name ? { name } : {}) })

/** A grade of the middle school with its classes, and at most four possible teachers. */
export async function aGradeWithStaff(
  ctx: Ctx,
  org: { id: string },
  { startYear, people, classes = 2 }: { startYear: number; people: number; classes?: number },
) {
  const grade = await aGrade(ctx, org, { startYear, classes })
  const staff: Teacher[] = []
  for (let one = 0; one < people; one++) staff.push(await createStaffAt(ctx, org))
  return { ...grade, staff: staff as [Teacher, Teacher, Teacher, Teacher] }
}

export const november = new Date('2026-11-15T02:00:00Z')

/** Runs a function as an actor on the given day. */
export const onDay =
  (database: Pick<TestDatabase, 'as'>, now: Date = november) =>
  <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
