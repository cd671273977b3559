import { createHash } from 'node:crypto'
import type { BodyOf, QueryOf } from '#packages/contract'
import {
  addDays,
  changedByOthers,
  type Ctx,
  dayOf,
  newId,
  notFound,
  orNotFound,
  Refusal,
  scopeOf,
} from '#packages/core'
import { onConstraint } from '#packages/db'
import type { classRoutes } from '../../../contract-classes.ts'
import type { Assignment, TeachingCell, TeachingMatrix } from '../../../contract-teaching.ts'
import { listClassesInScope, type ClassRow } from '../../class-queries.ts'
import { getPupilCounts } from '../../pupil-counts.ts'
import { getGradeNaming } from '../../settings.ts'
import { listSubjectRows } from '../../subject-queries.ts'
import {
  listAssignmentsFrom,
  listFreeGroups,
  listGroupsOfClasses,
  insertFreeGroup,
  listTeachingStaffRows,
  findTermSpan,
  updateFreeGroup,
  type AssignmentRow,
  type TeachingGroupRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { getEditableGroup, countWeekHours, getOpenTerm, getSchoolSubject } from './teaching-assignments.ts'
import { getClassNames } from './class-descriptions.ts'
import { publishTeachingChanged } from './teaching-events.ts'
import { getEditableGrade } from './grades.ts'
import { getTeachingSchool } from './school-access.ts'

/** The assignments of a grade or a whole school, on a day of the term and later. */
export async function getTeachingMatrix(
  ctx: Ctx,
  { termId, gradeId, orgId, on }: QueryOf<typeof classRoutes.teachingMatrix>,
): Promise<TeachingMatrix> {
  const schoolOrGrade = await getSchoolOrGrade(ctx, { gradeId, orgId })
  const term = orNotFound(await findTermSpan(ctx.db, schoolOrGrade.orgId, termId), '学期')
  const day = on ?? clampToTerm(term, dayOf(ctx.now))
  const classes = await listTeachableClasses(ctx, schoolOrGrade, day)
  const groups = await listGroupsOfClasses(ctx.db, termId, listIds(classes))
  const free = gradeId === null ? [] : await listFreeGroups(ctx.db, termId, gradeId)
  const given = Map.groupBy(
    await listAssignmentsFrom(ctx.db, listIds([...groups, ...free]), day),
    ({ groupId }) => groupId,
  )
  const hours = await countWeekHours(ctx, termId, classes, day)
  const subjects = await listMatrixSubjects(ctx, schoolOrGrade.orgId, classes, [...groups, ...free])
  const members =
    free.length === 0 ? new Map<string, number>() : await getPupilCounts(ctx).countByGroup(ctx, listIds(free), day)
  const naming = await getGradeNaming(ctx)
  const groupAt = new Map(groups.map((group) => [getCellKey(group), group]))
  return {
    termId,
    subjects: subjects.map(({ id, name, shortName }) => ({ id, name, shortName })),
    classes: classes.map((row) => ({
      id: row.id,
      gradeId: row.gradeId,
      name: row.name,
      hours: hours.get(row.id) ?? 0,
      ...getClassNames(row, day, naming),
    })),
    cells: classes.flatMap(({ id: classId, stage }) =>
      subjects.flatMap(({ id: subjectId, stages, isDisabled }) => {
        const group = groupAt.get(getCellKey({ classId, subjectId }))
        if (!group && (isDisabled || !stages.includes(stage))) return []
        return presentCell({ classId, subjectId, group, rows: group ? (given.get(group.id) ?? []) : [], term, day })
      }),
    ),
    groups: free.map(({ id, name, subjectId, capacity }) => ({
      id,
      name,
      subjectId,
      capacity,
      memberCount: members.get(id) ?? 0,
      assignments: (given.get(id) ?? []).map(presentAssignment),
    })),
  }
}

export interface SchoolOrGrade {
  orgId: string
  /** Null: the whole school. */
  gradeId: string | null
}

/** A grade in the scope of the permission, or a school. */
export async function getSchoolOrGrade(ctx: Ctx, { gradeId, orgId }: { gradeId: string | null; orgId: string | null }) {
  if (gradeId === null) return { orgId: (await getTeachingSchool(ctx, orgId)).id, gradeId }
  return { orgId: (await getEditableGrade(ctx, gradeId, 'teaching.edit')).orgId, gradeId }
}

export const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
export const getCellKey = ({ classId, subjectId }: { classId: string | null; subjectId: string }) =>
  `${classId} ${subjectId}`
/** The day that the table shows: today, or the nearest day of the term. */
export const clampToTerm = ({ startsOn, endsOn }: TermSpan, day: string) =>
  day < startsOn ? startsOn : day > endsOn ? endsOn : day

/** The classes open on the day and in the scope of the permission. */
export const listTeachableClasses = (ctx: Ctx, { orgId, gradeId }: SchoolOrGrade, day: string) =>
  listClassesInScope(ctx.db, scopeOf(ctx, 'teaching.edit'), {
    ...(gradeId === null ? { orgId } : { gradeIds: [gradeId] }),
    state: 'open',
    day,
  })

/** The subjects of the stages, and subjects that are taught although the stage does not have them. */
async function listMatrixSubjects(
  ctx: Ctx,
  orgId: string,
  classes: readonly ClassRow[],
  groups: readonly TeachingGroupRow[],
) {
  const taught = new Set(groups.map(({ subjectId }) => subjectId))
  const own = new Set(classes.map(({ stage }) => stage))
  const subjects = await listSubjectRows(ctx.db, orgId)
  return subjects.filter(
    ({ id, stages, isDisabled }) => taught.has(id) || (stages.some((stage) => own.has(stage)) && !isDisabled),
  )
}

const presentAssignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  groupId: row.groupId,
  userId: row.userId,
  teacherName: row.teacherName,
  role: row.role,
  weekHours: row.weekHours,
  startsOn: row.beginsOn,
  endsOn: row.overOn === null ? null : addDays(row.overOn, -1),
})

interface CellFacts {
  classId: string
  subjectId: string
  group: { id: string } | undefined
  /** The assignments on the day or later. */
  rows: readonly AssignmentRow[]
  term: TermSpan
  day: string
}

export const presentCell = ({ classId, subjectId, group, rows, term, day }: CellFacts): TeachingCell => ({
  classId,
  subjectId,
  groupId: group?.id ?? null,
  assignments: rows.map(presentAssignment),
  version: getCellVersion(rows),
  isDated: isDated(rows, term, day),
})

/** Returned with a cell and compared when the cell is saved. */
export function getCellVersion(rows: readonly AssignmentRow[]): string {
  if (rows.length === 0) return ''
  const parts = rows.map(({ id, beginsOn, overOn }) => `${id} ${beginsOn} ${overOn}`).toSorted()
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)
}

/** Whether an assignment starts or ends within the term. The table shows only names, not dates. */
export const isDated = (rows: readonly AssignmentRow[], { endsOn }: TermSpan, day: string) =>
  rows.some(({ beginsOn, overOn }) => beginsOn > day || (overOn !== null && overOn <= endsOn))

const maxStaffListed = 2000

/** Everybody who works at the school can be assigned. */
export async function listTeachingStaff(ctx: Ctx, orgId: string | null) {
  const school = await getTeachingSchool(ctx, orgId)
  return listTeachingStaffRows(ctx.db, school.id, dayOf(ctx.now), maxStaffListed)
}

/** Saves a group whose pupils are chosen one by one: 走班, 分层. */
export async function saveTeachingGroup(ctx: Ctx, form: BodyOf<typeof classRoutes.saveGroup>) {
  const grade = await getEditableGrade(ctx, form.gradeId, 'teaching.edit')
  await getOpenTerm(ctx, grade.orgId, form.termId)
  await getSchoolSubject(ctx, grade.orgId, form.subjectId)
  const sameName = onConstraint('teaching_group_free', '已有同名教学班', 'name')
  if (form.id === null) {
    const { termId, gradeId, subjectId, name, capacity } = form
    const id = newId()
    const group = { id, orgId: grade.orgId, termId, gradeId, subjectId, name, capacity }
    await insertFreeGroup(ctx.db, group, ctx.now).catch(sameName)
    await publishTeachingChanged(ctx, grade.orgId, termId, [id])
    return { id }
  }
  const there = await getEditableGroup(ctx, form.id)
  const isSame = (['termId', 'gradeId', 'subjectId'] as const).every((key) => there[key] === form[key])
  if (there.kind !== 'free') throw notFound('教学班')
  if (!isSame) throw new Refusal('教学班的学期、年级和学科不能更改')
  const { name, capacity, version } = form
  if (!(await updateFreeGroup(ctx.db, { id: there.id, name, capacity, version }, ctx.now).catch(sameName)))
    throw changedByOthers()
  await publishTeachingChanged(ctx, grade.orgId, there.termId, [there.id])
  return { id: there.id }
}
