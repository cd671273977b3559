import { changedByOthers, orNotFound, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { RoleTemplate } from '#packages/contract'
import { assignTemplatesToAll } from '#kernel/access/server/api.ts'
import { classTeacherRoles, type ClassTeacherForm, type ClassTeacherRole } from '../../../contract-classes.ts'
import { touchClasses } from '../../changed-school-queries.ts'
import { listClassRows, listClassesInScope, type ClassRow } from '../../class-queries.ts'
import {
  deleteDatedRows,
  endDatedRows,
  listGradeHeadsFrom,
  listHeadships,
  lockHeadCandidates,
  insertGradeHead,
  insertClassTeachers,
  listStaffAtSchool,
  listTeachersFrom,
  type SchoolStaffRow,
} from '../../class-teacher-queries.ts'
import { countTouchedRows, planReplacement } from '../../date-ranges.ts'
import { allowsTwoHeads } from '../../settings.ts'
import { findOrg } from '../../time-org-queries.ts'
import { describeClasses, getClassState } from './class-descriptions.ts'

/** Sets the head, deputy or carer of classes from a day on and replaces the previous one; a null user only ends it. */
export async function setClassTeachers(ctx: Ctx, { items, role, from }: ClassTeacherForm) {
  const ids = [...new Set(items.map(({ classId }) => classId))]
  if (ids.length < items.length) throw new Refusal('同一个班级只能选择一次')
  const classes = await listClassesInScope(ctx.db, scopeOf(ctx, 'class.edit'), { ids, day: from })
  if (classes.length < ids.length) throw orNotFound(null, '班级')
  for (const row of classes) {
    if (getClassState(row, from) !== 'open') throw new Refusal(`${row.name}在${from}已不是正常班级`)
  }
  return { changed: await replaceTeachersBySchool(ctx, classes, items, role, from) }
}

/** The same without a permission check, for example for demo data. */
export async function setClassHeads(
  ctx: Ctx,
  items: readonly { classId: string; userId: string | null }[],
  from: string,
): Promise<number> {
  const classes = await listClassRows(ctx.db, { classIds: items.map(({ classId }) => classId) })
  return replaceTeachersBySchool(ctx, classes, items, 'head', from)
}

async function replaceTeachersBySchool(
  ctx: Ctx,
  classes: readonly ClassRow[],
  items: TeacherReplacement['items'],
  role: ClassTeacherRole,
  from: string,
) {
  const orgs = new Map(classes.map(({ id, orgId }) => [id, orgId]))
  let changed = 0
  for (const [orgId, ofSchool] of Map.groupBy(items, ({ classId }) => orgs.get(classId)!))
    changed += await replaceTeachers(ctx, { orgId, items: ofSchool, role, from })
  return changed
}

interface TeacherReplacement {
  orgId: string
  items: readonly { classId: string; userId: string | null }[]
  role: ClassTeacherRole
  from: string
}

async function replaceTeachers(ctx: Ctx, { orgId, items, role, from }: TeacherReplacement): Promise<number> {
  const { db, now } = ctx
  const userIds = [...new Set(items.flatMap(({ userId }) => userId ?? []))]
  const people = await requireStaffOnDay(ctx, orgId, userIds, from)
  if (role === 'head') await lockHeadCandidates(db, [...new Set(people.map(({ personId }) => personId))])
  const rows = Map.groupBy(
    await listTeachersFrom(
      db,
      items.map(({ classId }) => classId),
      role,
      from,
    ),
    ({ classId }) => classId,
  )
  const changes = items.map(({ classId, userId }) => {
    const change = planReplacement(rows.get(classId) ?? [], from, null, (row) => row.userId === userId)
    return { ...change, adds: change.adds && userId !== null, classId, userId }
  })
  await applyDateChanges(
    ctx,
    'class_teacher',
    changes.flatMap(({ removed }) => removed),
    changes.flatMap(({ ends }) => ends),
  )
  const emptied = changes.filter(({ removed }) => removed.length > 0).map(({ classId }) => classId)
  if (emptied.length > 0) await touchClasses(ctx, emptied)
  const added = changes.flatMap(({ adds, classId, userId }) =>
    adds && userId ? { id: newId(), classId, userId, role, from } : [],
  )
  await insertClassTeachers(db, added, now).catch(headChangedByOthers)
  if (role === 'head') await refuseSecondHeadship(ctx, orgId, people, from)
  await grantClassRole(ctx, userIds, 'class-teacher')
  return changes.filter((change) => countTouchedRows(change) > 0).length
}

/** A row count that differs from the plan means that a concurrent change was faster. */
export async function applyDateChanges(
  { db, now }: Ctx,
  table: 'class_teacher' | 'grade_head' | 'teaching_assignment',
  removed: readonly string[],
  ends: Parameters<typeof endDatedRows>[2],
) {
  if ((await deleteDatedRows(db, table, removed)) < removed.length) throw changedByOthers()
  if ((await endDatedRows(db, table, ends, now)) < ends.length) throw changedByOthers()
}

function headChangedByOthers(error: unknown): never {
  const message = `${classTeacherRoles.head}已被他人设置，请刷新后重试`
  return onConstraint('class_teacher_one_head', message)(error)
}

/**
 * The role grants the permission, the classes give its scope: without the role a class teacher would see nothing. The
 * role stays when the class ends, because its scope is empty without classes.
 */
export const grantClassRole = (ctx: Ctx, userIds: readonly string[], template: RoleTemplate) =>
  assignTemplatesToAll(ctx, userIds, [template])

/** The users as staff of the school on the day; "not found" for users who were never members. */
export async function requireStaffOnDay(
  ctx: Ctx,
  orgId: string,
  userIds: readonly string[],
  day: string,
): Promise<SchoolStaffRow[]> {
  if (userIds.length === 0) return []
  const people = await listStaffAtSchool(ctx.db, orgId, userIds, day)
  if (people.length < new Set(userIds).size) throw orNotFound(null, '人员')
  const gone = people.find(({ isThere }) => !isThere)
  if (gone) throw new Refusal(`${gone.name}在${day}不是本校教职工`)
  return people
}

/** Runs after all writes, so that two teachers can swap their classes. */
async function refuseSecondHeadship(ctx: Ctx, orgId: string, people: readonly SchoolStaffRow[], from: string) {
  const org = await findOrg(ctx.db, orgId)
  if (people.length === 0 || (org && (await allowsTwoHeads(ctx, org.path)))) return
  const heads = await listHeadships(
    ctx.db,
    people.map(({ personId }) => personId),
    from,
  )
  for (const [, headships] of Map.groupBy(heads, ({ personId }) => personId)) {
    const classIds = [...new Set(headships.map(({ classId }) => classId))]
    if (classIds.length < 2) continue
    const labels = await describeClasses(ctx, { classIds }, from)
    throw new Refusal(`${headships[0]!.name}已担任${labels.get(classIds[0]!)!.label}班主任`)
  }
}

/** Sets the grade head from today on. */
export async function setGradeHead(
  ctx: Ctx,
  grade: { id: string; orgId: string },
  userId: string | null,
  from: string,
) {
  const rows = await listGradeHeadsFrom(ctx.db, grade.id, from)
  const change = planReplacement(rows, from, null, (row) => row.userId === userId)
  if (countTouchedRows({ ...change, adds: change.adds && userId !== null }) === 0) return
  if (userId) await requireStaffOnDay(ctx, grade.orgId, [userId], from)
  await applyDateChanges(ctx, 'grade_head', change.removed, change.ends)
  if (!userId) return
  if (change.adds)
    await insertGradeHead(ctx.db, { id: newId(), gradeId: grade.id, userId, from }, ctx.now).catch(
      onConstraint('grade_head_no_overlap', '年级组长已被他人设置，请刷新后重试'),
    )
  await grantClassRole(ctx, [userId], 'grade-head')
}
