import { addDays, type Ctx, invalid, newId, notFound, orNotFound, Refusal, scopeOf } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { AssignForm } from '../../../contract-teaching.ts'
import { getFirstDayOfSchoolYear } from '../../../contract-school-year.ts'
import { listClassesInScope, type ClassRow } from '../../class-queries.ts'
import { listStaffAtSchool } from '../../class-teacher-queries.ts'
import { countTouchedRows, planReplacement } from '../../date-ranges.ts'
import { getWeekDays } from '../../settings.ts'
import { findSubject } from '../../subject-queries.ts'
import {
  listAssignmentsFrom,
  ensureGroups,
  findTeachingGroup,
  listGroupsOfClasses,
  lockTeaching,
  insertAssignments,
  findTermSpan,
  type TeachingGroupRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { findOrg } from '../../time-org-queries.ts'
import { listPeriodsOn } from '../time/timetable-periods.ts'
import { describeClasses, getClassState } from './class-descriptions.ts'
import { findGrade } from './grades.ts'
import { applyDateChanges, grantClassRole, requireStaffOnDay } from './class-teachers.ts'
import { tellTeachers } from './notify-handover.ts'
import { publishTeachingChanged } from './teaching-events.ts'

/** Assigns a teacher to classes or a free group from a day of the term on; the previous lead ends on the day before. */
export async function assignTeacher(ctx: Ctx, form: AssignForm) {
  const classes = form.groupId ? [] : await listClassesToAssign(ctx, form)
  const group = form.groupId ? await getEditableGroup(ctx, form.groupId) : null
  if (group && group.termId !== form.termId) throw notFound('教学班')
  let changed = 0
  const schools = group ? [[group.orgId, [] as ClassRow[]] as const] : Map.groupBy(classes, ({ orgId }) => orgId)
  for (const [orgId, ofSchool] of schools) changed += await assignAtSchool(ctx, orgId, ofSchool, group, form)
  return { changed }
}

async function assignAtSchool(
  ctx: Ctx,
  orgId: string,
  classes: readonly ClassRow[],
  group: TeachingGroupRow | null,
  form: AssignForm,
) {
  const term = await getOpenTerm(ctx, orgId, form.termId)
  const from =
    form.from === null ? await getFirstTeachingDay(ctx, orgId, term, form.userId) : requireDayInTerm(term, form.from)
  await lockTeaching(ctx.db, orgId, term.id)
  await requireStaffOnDay(ctx, orgId, [form.userId], from)
  requireOpenClasses(classes, from)
  const groups = group ? [group] : await ensureClassGroups(ctx, orgId, term, classes, form.subjectId)
  const groupIds = groups.map(({ id }) => id)
  const changed = await tellTeachers(ctx, { orgId, term, groupIds }, () =>
    replaceAssignments(ctx, groups, { ...form, from, until: getTermOverDay(term) }),
  )
  await requireTimetableRoom(ctx, orgId, term, classes, from)
  await grantClassRole(ctx, [form.userId], 'teacher')
  await publishTeachingChanged(ctx, orgId, term.id, changed)
  return changed.length
}

async function listClassesToAssign(ctx: Ctx, { classIds, termId }: AssignForm): Promise<ClassRow[]> {
  if (classIds.length === 0) throw invalid([{ field: 'classIds', msg: '请选择班级' }])
  const term = orNotFound(await findTermSpan(ctx.db, ctx.actor.orgId, termId), '学期')
  const classFilter = { ids: classIds, day: term.startsOn }
  const rows = await listClassesInScope(ctx.db, scopeOf(ctx, 'teaching.edit'), classFilter)
  if (rows.length < new Set(classIds).size) throw notFound('班级')
  return rows
}

export function requireOpenClasses(classes: readonly ClassRow[], day: string) {
  const gone = classes.find((row) => getClassState(row, day) !== 'open')
  if (gone) throw new Refusal(`${gone.name}在${day}已不是正常班级`)
}

/** A group whose grade is in the scope of the permission. */
export async function getEditableGroup(ctx: Ctx, id: string, what = '教学班'): Promise<TeachingGroupRow> {
  const group = orNotFound(await findTeachingGroup(ctx.db, id), what)
  orNotFound(await findGrade(ctx, group.gradeId, 'teaching.edit'), what)
  return group
}

export async function getOpenTerm(ctx: Ctx, orgId: string, termId: string): Promise<TermSpan> {
  const term = orNotFound(await findTermSpan(ctx.db, orgId, termId), '学期')
  if (term.isSealed) throw new Refusal('该学期已封存，不能修改')
  return term
}

function requireDayInTerm(term: TermSpan, day: string): string {
  if (day < term.startsOn || day >= getTermOverDay(term)) throw invalid([{ field: 'from', msg: '开始日期应在学期内' }])
  return day
}

/** The first day of the term, or of the membership if that starts later. */
async function getFirstTeachingDay(ctx: Ctx, orgId: string, term: TermSpan, userId: string): Promise<string> {
  const [person] = await listStaffAtSchool(ctx.db, orgId, [userId], term.startsOn)
  const { beginsOn } = orNotFound(person, '人员')
  return beginsOn > term.startsOn && beginsOn < getTermOverDay(term) ? beginsOn : term.startsOn
}

/**
 * The first day after the assignments of a term. Holidays belong to the term before them, so that teachers can still
 * write reports in July.
 */
export function getTermOverDay({ schoolYear, number, endsOn, nextOn }: TermSpan): string {
  const defaultNext = number === 2 ? getFirstDayOfSchoolYear(schoolYear + 1) : `${schoolYear + 1}-02-15`
  const next = nextOn ?? defaultNext
  return next > endsOn ? next : addDays(endsOn, 1)
}

/** Class groups in a subject, created with the first assignment. */
async function ensureClassGroups(
  ctx: Ctx,
  orgId: string,
  term: TermSpan,
  classes: readonly ClassRow[],
  subjectId: string | null,
): Promise<TeachingGroupRow[]> {
  if (subjectId === null) throw invalid([{ field: 'subjectId', msg: '请选择学科' }])
  const subject = await getSchoolSubject(ctx, orgId, subjectId)
  const other = classes.find(({ stage }) => !subject.stages.includes(stage))
  if (other) throw new Refusal(`${subject.name}不是${other.name}所在学段的学科`)
  const ids = { orgId, termId: term.id, subjectId }
  await ensureGroups(
    ctx.db,
    classes.map((row) => ({ id: newId(), ...ids, gradeId: row.gradeId, classId: row.id })),
    ctx.now,
  )
  const groups = await listGroupsOfClasses(
    ctx.db,
    term.id,
    classes.map(({ id }) => id),
  )
  return groups.filter((group) => group.subjectId === subjectId)
}

/** A subject of the district or of the school. */
export async function getSchoolSubject(ctx: Ctx, orgId: string, id: string) {
  const subject = orNotFound(await findSubject(ctx.db, id), '学科')
  if (subject.orgId !== null && subject.orgId !== orgId) throw notFound('学科')
  return subject
}

interface NewTeacherAssignment extends Pick<AssignForm, 'userId' | 'role' | 'weekHours'> {
  from: string
  until: string
}

/** Returns the groups that changed. */
async function replaceAssignments(
  ctx: Ctx,
  groups: readonly TeachingGroupRow[],
  assignment: NewTeacherAssignment,
): Promise<string[]> {
  const { userId, role, weekHours, from, until } = assignment
  const ids = groups.map(({ id }) => id)
  const rows = Map.groupBy(await listAssignmentsFrom(ctx.db, ids, from), ({ groupId }) => groupId)
  const changes = ids.map((groupId) => {
    // A group has one lead, and a person has one role in it; others may assist.
    const concerned = (rows.get(groupId) ?? []).filter(
      (row) => row.userId === userId || (role === 'lead' && row.role === 'lead'),
    )
    const isWanted = (row: (typeof concerned)[number]) =>
      row.userId === userId && row.role === role && row.weekHours === weekHours
    return { groupId, ...planReplacement(concerned, from, until, isWanted) }
  })
  const removed = changes.flatMap((change) => change.removed)
  const ends = changes.flatMap((change) => change.ends)
  await applyDateChanges(ctx, 'teaching_assignment', removed, ends)
  const added = changes.flatMap(({ groupId, adds }) =>
    adds ? { id: newId(), groupId, userId, role, weekHours, from, until } : [],
  )
  await insertAssignments(ctx.db, added, ctx.now).catch(
    onConstraint('teaching_assignment_no_overlap', '该任课已被他人修改，请刷新后重试'),
  )
  return changes.flatMap((change) => (countTouchedRows(change) > 0 ? change.groupId : []))
}

/** Refuses more weekly hours than the timetable of the class has periods. */
export async function requireTimetableRoom(
  ctx: Ctx,
  orgId: string,
  term: TermSpan,
  classes: readonly ClassRow[],
  day: string,
) {
  if (classes.length === 0) return
  const org = orNotFound(await findOrg(ctx.db, orgId), '组织')
  const weekDays = await getWeekDays(ctx, org.path)
  for (const [gradeId, ofGrade] of Map.groupBy(classes, (row) => row.gradeId)) {
    const lessons = (await listPeriodsOn(ctx, orgId, gradeId, day)).filter(({ kind }) => kind === 'lesson').length
    if (lessons === 0) continue
    const hours = await countWeekHours(ctx, term.id, ofGrade, day)
    const full = ofGrade.find(({ id }) => (hours.get(id) ?? 0) > lessons * weekDays)
    if (!full) continue
    const labels = await describeClasses(ctx, { classIds: [full.id] }, day)
    const { label } = labels.get(full.id)!
    throw new Refusal(`${label}周课时${hours.get(full.id)}节，超过可排${lessons * weekDays}节`)
  }
}

/** Weekly hours of each class on a day. Assistants do not count, because they are in the same lessons. */
export async function countWeekHours(ctx: Ctx, termId: string, classes: readonly { id: string }[], day: string) {
  const groups = await listGroupsOfClasses(
    ctx.db,
    termId,
    classes.map(({ id }) => id),
  )
  const classOf = new Map(groups.map(({ id, classId }) => [id, classId!]))
  const hours = new Map<string, number>()
  for (const { groupId, role, weekHours, beginsOn } of await listAssignmentsFrom(ctx.db, [...classOf.keys()], day)) {
    if (role === 'assistant' || beginsOn > day) continue
    const classId = classOf.get(groupId)!
    hours.set(classId, (hours.get(classId) ?? 0) + weekHours)
  }
  return hours
}
