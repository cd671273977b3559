import { dayOf, orNotFound, newId, type Ctx } from '#packages/core'
import { getFirstDayOfSchoolYear, getSchoolYear } from '../contract-school-year.ts'
import type { DayKind } from '../contract-time.ts'
import { upsertDays } from './calendar-queries.ts'
import { deleteDatedRows } from './class-teacher-queries.ts'
import { insertMissingSubjects } from './subject-queries.ts'
import { markSetUpFinished, updateSubjectStages } from './seed-queries.ts'
import { getTermOverDay } from './service/classes/teaching-assignments.ts'
import { setGradeHead, grantClassRole } from './service/classes/class-teachers.ts'
import { publishTeachingChanged } from './service/classes/teaching-events.ts'
import {
  listAssignmentsFrom,
  ensureGroups,
  listGroupsOfClasses,
  insertAssignments,
  findTermSpan,
  type NewTeachingGroup,
} from './teaching-queries.ts'

interface SeedLesson {
  classId: string
  gradeId: string
  subjectId: string
  userId: string
  weekHours: number
}

/** Replaces the teaching assignments of a school in this term, with a few statements for all classes. */
export async function seedLessons(ctx: Ctx, orgId: string, termId: string, lessons: readonly SeedLesson[]) {
  const { db, now } = ctx
  const term = orNotFound(await findTermSpan(db, orgId, termId), '学期')
  const classIds = [...new Set(lessons.map(({ classId }) => classId))]
  const wanted = lessons.map(({ classId, gradeId, subjectId }): NewTeachingGroup => ({
    id: newId(),
    orgId,
    termId,
    gradeId,
    subjectId,
    classId,
  }))
  await ensureGroups(db, wanted, now)
  const groups = await listGroupsOfClasses(db, termId, classIds)
  const ids = groups.map(({ id }) => id)
  const before = await listAssignmentsFrom(db, ids, term.startsOn)
  await deleteDatedRows(
    db,
    'teaching_assignment',
    before.map(({ id }) => id),
  )
  const keyOf = (one: { classId: string | null; subjectId: string }) => `${one.classId} ${one.subjectId}`
  const groupOf = new Map(groups.map((group) => [keyOf(group), group.id]))
  const rows = lessons.map((lesson) => ({
    id: newId(),
    groupId: groupOf.get(keyOf(lesson))!,
    userId: lesson.userId,
    role: 'lead' as const,
    weekHours: lesson.weekHours,
    from: term.startsOn,
    until: getTermOverDay(term),
  }))
  await insertAssignments(db, rows, now)
  await grantClassRole(ctx, [...new Set(lessons.map(({ userId }) => userId))], 'teacher')
  await publishTeachingChanged(ctx, orgId, termId, ids)
}

/** Sets the grade head from the start of the school year. */
export const seedGradeHead = (ctx: Ctx, grade: { id: string; orgId: string }, userId: string) =>
  setGradeHead(ctx, grade, userId, getFirstDayOfSchoolYear(getSchoolYear(dayOf(ctx.now))))

/** Adds calendar entries of an organisation. */
export async function seedCalendarDays(
  ctx: Ctx,
  orgId: string,
  days: readonly { from: string; to: string; kind: DayKind; name: string }[],
) {
  for (const day of days)
    await upsertDays(
      ctx.db,
      { orgId, from: day.from, to: day.to, kind: day.kind, asWeekday: null, name: day.name },
      ctx.now,
    )
}

/** Adds a subject of the district's own for these stages. */
export const seedLocalSubject = (
  ctx: Ctx,
  { name, shortName, stages }: { name: string; shortName: string; stages: number[] },
) =>
  insertMissingSubjects(
    ctx.db,
    [{ id: newId(), name, shortName, kind: 'local', stages, isExam: false, isDisabled: false, sort: 90 }],
    ctx.now,
  )

/** Limits these district subjects to the given stages. */
export async function seedSubjectStages(ctx: Ctx, names: readonly string[], stages: readonly number[]) {
  for (const name of names) await updateSubjectStages(ctx.db, name, stages, ctx.now)
}

/** Marks the set-up of these schools as finished. */
export const seedFinishedSetUps = (ctx: Ctx, orgIds: readonly string[]) => markSetUpFinished(ctx.db, orgIds, ctx.now)
