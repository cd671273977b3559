import type { BodyOf, QueryOf } from '#packages/contract'
import { changedByOthers, dayOf, found, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { classRoutes } from '../../../contract-classes.ts'
import type { Assignment, TeachingMatrix } from '../../../contract-teaching.ts'
import { classesWithin } from '../../class-queries.ts'
import { addDays } from '../../../contract-days.ts'
import type { GradeRow } from '../../grade-queries.ts'
import { pupilCounts } from '../../pupils.ts'
import { gradeNamingOf } from '../../settings.ts'
import { subjectsOf } from '../../subject-queries.ts'
import {
  assignmentsFrom,
  ensureGroups,
  freeGroupsOf,
  groupsOfClasses,
  holdTeaching,
  insertAssignments,
  insertFreeGroup,
  stillThere,
  termSpan,
  updateFreeGroup,
  type AssignmentRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { groupToEdit, hoursOf, openTerm, overOnOf, subjectFor } from './assigning.ts'
import { namesOf } from './describing.ts'
import { gradeToEdit } from './grades.ts'

/** Who teaches what to the classes of a grade, on a day of the term and later. */
export async function readTeaching(
  ctx: Ctx,
  { termId, gradeId, on }: QueryOf<typeof classRoutes.teachingMatrix>,
): Promise<TeachingMatrix> {
  const grade = await gradeToEdit(ctx, gradeId, 'teaching.edit')
  const term = found(await termSpan(ctx.db, grade.orgId, termId), '学期')
  const day = on ?? dayWithin(term, dayOf(ctx.now))
  const classes = await classesOfGrade(ctx, grade, day)
  const groups = await groupsOfClasses(
    ctx.db,
    termId,
    classes.map(({ id }) => id),
  )
  const free = await freeGroupsOf(ctx.db, termId, gradeId)
  const ids = [...groups, ...free].map(({ id }) => id)
  const given = Map.groupBy(await assignmentsFrom(ctx.db, ids, day), ({ groupId }) => groupId)
  const hours = await hoursOf(ctx, termId, classes, day)
  const subjects = await subjectsTaught(ctx, grade, new Set([...groups, ...free].map(({ subjectId }) => subjectId)))
  const members = free.length === 0 ? new Map<string, number>() : await pupilCounts().ofGroups(ctx, freeIds(free), day)
  const naming = await gradeNamingOf(ctx)
  const presentAll = (id: string) => (given.get(id) ?? []).map(present)
  const cellOf = (classId: string, subjectId: string) => {
    const group = groups.find((one) => one.classId === classId && one.subjectId === subjectId)
    return { classId, subjectId, groupId: group?.id ?? null, assignments: group ? presentAll(group.id) : [] }
  }
  return {
    termId,
    subjects: subjects.map(({ id, name, shortName }) => ({ id, name, shortName })),
    classes: classes.map((row) => ({
      id: row.id,
      label: namesOf(row, day, naming).label,
      hours: hours.get(row.id) ?? 0,
    })),
    cells: classes.flatMap(({ id }) => subjects.map((subject) => cellOf(id, subject.id))),
    groups: free.map(({ id, name, subjectId, capacity }) => ({
      ...{ id, name, subjectId, capacity, memberCount: members.get(id) ?? 0, assignments: presentAll(id) },
    })),
  }
}

const freeIds = (groups: readonly { id: string }[]) => groups.map(({ id }) => id)
const dayWithin = ({ startsOn, endsOn }: TermSpan, day: string) =>
  day < startsOn ? startsOn : day > endsOn ? endsOn : day

const classesOfGrade = (ctx: Ctx, { id }: GradeRow, day: string) =>
  classesWithin(ctx.db, scopeOf(ctx, 'teaching.edit'), { gradeIds: [id], state: 'open', day })

/** The subjects of the stage that are in use, and those in which somebody is taught all the same. */
async function subjectsTaught(ctx: Ctx, { orgId, stage }: GradeRow, taught: ReadonlySet<string>) {
  const subjects = await subjectsOf(ctx.db, orgId)
  return subjects.filter(({ id, stages, isForbidden }) => taught.has(id) || (stages.includes(stage) && !isForbidden))
}

const present = (row: AssignmentRow): Assignment => ({
  ...{ id: row.id, groupId: row.groupId, userId: row.userId, teacherName: row.teacherName, role: row.role },
  ...{ weekHours: row.weekHours, startsOn: row.beginsOn },
  endsOn: row.overOn === null ? null : addDays(row.overOn, -1),
})

/** As it was at the end of another term, for the classes and subjects in which nobody is to teach yet. */
export async function copyTeaching(
  ctx: Ctx,
  { fromTermId, toTermId, gradeId }: BodyOf<typeof classRoutes.copyTeaching>,
) {
  const { db, now } = ctx
  const grade = await gradeToEdit(ctx, gradeId, 'teaching.edit')
  const before = found(await termSpan(db, grade.orgId, fromTermId), '学期')
  const term = await openTerm(ctx, grade.orgId, toTermId)
  if (before.startsOn >= term.startsOn) throw new Refusal('只能沿用更早学期的任课')
  await holdTeaching(db, grade.orgId, toTermId)
  const classes = await classesOfGrade(ctx, grade, term.startsOn)
  const classIds = classes.map(({ id }) => id)
  const oldGroups = await groupsOfClasses(db, fromTermId, classIds)
  const old = (await assignmentsFrom(db, freeIds(oldGroups), before.endsOn)).filter(
    ({ beginsOn }) => beginsOn <= before.endsOn,
  )
  const there = await stillThere(db, grade.orgId, [...new Set(old.map(({ userId }) => userId))], term.startsOn)
  const goesOn = old.filter(({ userId }) => there.has(userId))

  const needed = new Set(goesOn.map(({ groupId }) => groupId))
  const copies = oldGroups.filter(({ id }) => needed.has(id))
  await ensureGroups(
    db,
    copies.map((group) => ({ ...group, id: newId(), termId: toTermId, gradeId, classId: group.classId! })),
    now,
  )
  const keyOf = (group: { classId: string | null; subjectId: string }) => `${group.classId} ${group.subjectId}`
  const newGroups = new Map((await groupsOfClasses(db, toTermId, classIds)).map((group) => [keyOf(group), group.id]))
  const taken = new Set(
    (await assignmentsFrom(db, [...newGroups.values()], term.startsOn)).map(({ groupId }) => groupId),
  )
  const groupOf = new Map(copies.map((group) => [group.id, newGroups.get(keyOf(group))!]))
  const span = { from: term.startsOn, until: overOnOf(term) }
  const rows = goesOn
    .map(({ groupId, userId, role, weekHours }) => ({
      ...{ id: newId(), groupId: groupOf.get(groupId)!, userId, role, weekHours, ...span },
    }))
    .filter(({ groupId }) => !taken.has(groupId))
  await insertAssignments(db, rows, now)
  return { changed: rows.length }
}

/** A group whose pupils are chosen one by one: 走班, 分层. */
export async function saveGroup(ctx: Ctx, form: BodyOf<typeof classRoutes.saveGroup>) {
  const grade = await gradeToEdit(ctx, form.gradeId, 'teaching.edit')
  await openTerm(ctx, grade.orgId, form.termId)
  await subjectFor(ctx, grade.orgId, form.subjectId)
  const sameName = onConstraint('teaching_group_free', '已有同名教学班', 'name')
  if (form.id === null) {
    const { termId, gradeId, subjectId, name, capacity } = form
    const id = newId()
    const group = { id, orgId: grade.orgId, termId, gradeId, subjectId, name, capacity }
    await insertFreeGroup(ctx.db, group, ctx.now).catch(sameName)
    return { id }
  }
  const there = await groupToEdit(ctx, form.id)
  const isSame = (['termId', 'gradeId', 'subjectId'] as const).every((key) => there[key] === form[key])
  if (there.kind !== 'free') throw notFound('教学班')
  if (!isSame) throw new Refusal('教学班的学期、年级和学科不能更改')
  const { name, capacity, version } = form
  if (!(await updateFreeGroup(ctx.db, { id: there.id, name, capacity, version }, ctx.now).catch(sameName)))
    throw changedByOthers()
  return { id: there.id }
}
