import { changedByOthers, dayOf, orNotFound, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { TeachingSheetResult, TeachingSheetForm } from '../../../contract-teaching.ts'
import { listClassesInScope, type ClassRow } from '../../class-queries.ts'
import type { SchoolStaffRow } from '../../class-teacher-queries.ts'
import type { DateRangeEnd } from '../../date-ranges.ts'
import { getGradeNaming } from '../../settings.ts'
import { listSubjectRows, type SubjectRow } from '../../subject-queries.ts'
import {
  listAssignmentsFrom,
  ensureGroups,
  listGroupsOfClasses,
  lockTeaching,
  insertAssignments,
  findTermSpan,
  type AssignmentRow,
  type NewAssignment,
  type TermSpan,
} from '../../teaching-queries.ts'
import {
  countWeekHours,
  getOpenTerm,
  getTermOverDay,
  requireOpenClasses,
  requireTimetableRoom,
} from './teaching-assignments.ts'
import { getClassNames } from './class-descriptions.ts'
import { applyDateChanges, grantClassRole, requireStaffOnDay } from './class-teachers.ts'
import { tellTeachers } from './notify-handover.ts'
import { publishTeachingChanged } from './teaching-events.ts'
import { clampToTerm, listIds, isDated, getCellKey, presentCell, getCellVersion } from './teaching-matrix.ts'

type Cell = TeachingSheetForm['cells'][number]
type WantedTeacher = Cell['teachers'][number]

/**
 * Saves the teachers of some cells, all or none. A cell without past assignments starts with the term; otherwise the
 * change starts today, and assignments that were entered today are replaced.
 */
export async function saveTeachingSheet(ctx: Ctx, { termId, cells }: TeachingSheetForm): Promise<TeachingSheetResult> {
  const sheet = await loadSheetContext(ctx, termId, cells)
  const { orgId, term, day, classes } = sheet
  const plans = planCells(ctx, sheet, await listTaughtCells(ctx, sheet, cells))
  const userIds = [...new Set(plans.flatMap(({ begins }) => begins.map(({ teacher }) => teacher.userId)))]
  const people = new Map((await requireStaffOnDay(ctx, orgId, userIds, day)).map((person) => [person.id, person]))
  await ensureGroups(
    ctx.db,
    plans
      .filter(({ groupId, begins }) => groupId === null && begins.length > 0)
      .map(({ cell: { classId, subjectId } }) => ({
        id: newId(),
        orgId,
        termId,
        classId,
        subjectId,
        gradeId: sheet.classOf.get(classId)!.gradeId,
      })),
    ctx.now,
  )
  const groups = new Map(
    (await listGroupsOfClasses(ctx.db, termId, listIds(classes))).map((one) => [getCellKey(one), one.id]),
  )
  const groupIds = plans.flatMap(({ groupId }) => groupId ?? [])
  await tellTeachers(ctx, { orgId, term, groupIds }, async () => {
    await applyDateChanges(
      ctx,
      'teaching_assignment',
      plans.flatMap(({ removed }) => removed),
      plans.flatMap(({ ends }) => ends),
    )
    const added = plans.flatMap(({ cell, begins }) =>
      begins.map(({ teacher, from }) =>
        toNewAssignment(groups.get(getCellKey(cell))!, teacher, from, people.get(teacher.userId)!, term),
      ),
    )
    await insertAssignments(ctx.db, added, ctx.now).catch(
      onConstraint('teaching_assignment_no_overlap', '该任课已被他人修改，请刷新后重试'),
    )
  })
  const fuller = new Set(plans.flatMap(({ cell, begins }) => (begins.length > 0 ? cell.classId : [])))
  await requireTimetableRoom(
    ctx,
    orgId,
    term,
    classes.filter(({ id }) => fuller.has(id)),
    day,
  )
  await grantClassRole(ctx, userIds, 'teacher')
  const changed = plans.filter(({ removed, ends, begins }) => removed.length + ends.length + begins.length > 0)
  const changedGroups = changed.flatMap(({ cell }) => groups.get(getCellKey(cell)) ?? [])
  await publishTeachingChanged(ctx, orgId, termId, changedGroups)
  return { ...(await getCells(ctx, sheet, cells)), changed: changed.length }
}

interface TeachingSheetContext {
  orgId: string
  term: TermSpan
  /** The first day of the changes. */
  day: string
  classes: readonly ClassRow[]
  classOf: ReadonlyMap<string, ClassRow>
  subjectOf: ReadonlyMap<string, SubjectRow>
  /** 七(3)班语文. */
  nameOf: (cell: Pick<Cell, 'classId' | 'subjectId'>) => string
}

/** The classes and subjects of the cells: in scope and of one school. Locks the assignments of the school. */
async function loadSheetContext(ctx: Ctx, termId: string, cells: readonly Cell[]): Promise<TeachingSheetContext> {
  if (new Set(cells.map(getCellKey)).size < cells.length) throw new Refusal('同一格只能填写一次')
  const span = orNotFound(await findTermSpan(ctx.db, ctx.actor.orgId, termId), '学期')
  const ids = [...new Set(cells.map(({ classId }) => classId))]
  const classFilter = { ids, day: clampToTerm(span, dayOf(ctx.now)) }
  const classes = await listClassesInScope(ctx.db, scopeOf(ctx, 'teaching.edit'), classFilter)
  if (classes.length < ids.length) throw notFound('班级')
  const [{ orgId }] = classes as [ClassRow]
  if (classes.some((row) => row.orgId !== orgId)) throw new Refusal('一次只能安排一所学校的任课')
  const term = await getOpenTerm(ctx, orgId, termId)
  const day = clampToTerm(term, dayOf(ctx.now))
  requireOpenClasses(classes, day)
  await lockTeaching(ctx.db, orgId, termId)
  const classOf = new Map(classes.map((row) => [row.id, row]))
  const subjectOf = new Map((await listSubjectRows(ctx.db, orgId)).map((row) => [row.id, row]))
  const naming = await getGradeNaming(ctx)
  const nameOf: TeachingSheetContext['nameOf'] = ({ classId, subjectId }) =>
    `${getClassNames(classOf.get(classId)!, day, naming).label}${subjectOf.get(subjectId)!.name}`
  return { orgId, term, day, classes, classOf, subjectOf, nameOf }
}

interface TaughtCell {
  cell: Cell
  groupId: string | null
  /** All assignments of the term, ended ones included. */
  rows: readonly AssignmentRow[]
}

async function listTaughtCells(
  ctx: Ctx,
  { term, classes }: TeachingSheetContext,
  cells: readonly Cell[],
): Promise<TaughtCell[]> {
  const groups = new Map(
    (await listGroupsOfClasses(ctx.db, term.id, listIds(classes))).map((one) => [getCellKey(one), one.id]),
  )
  const groupIds = cells.flatMap((cell) => groups.get(getCellKey(cell)) ?? [])
  const rows = Map.groupBy(await listAssignmentsFrom(ctx.db, groupIds, term.startsOn), ({ groupId }) => groupId)
  return cells.map((cell) => {
    const groupId = groups.get(getCellKey(cell)) ?? null
    return { cell, groupId, rows: groupId === null ? [] : (rows.get(groupId) ?? []) }
  })
}

interface CellPlan {
  cell: Cell
  groupId: string | null
  removed: string[]
  ends: DateRangeEnd[]
  begins: { teacher: WantedTeacher; from: string }[]
}

const planCells = (ctx: Ctx, sheet: TeachingSheetContext, taught: readonly TaughtCell[]): CellPlan[] =>
  taught.map((one) => {
    requireWritableCell(sheet, one)
    return planCell(sheet, one, dayOf(ctx.now))
  })

/** Refuses a cell that was changed since it was read, or whose dates the table cannot express. */
function requireWritableCell(
  { term, day, classOf, subjectOf, nameOf }: TeachingSheetContext,
  { cell, rows }: TaughtCell,
) {
  const subject = orNotFound(subjectOf.get(cell.subjectId), '学科')
  const { stage, name } = classOf.get(cell.classId)!
  if (!subject.stages.includes(stage)) throw new Refusal(`${subject.name}不是${name}所在学段的学科`)
  const current = rows.filter(isCurrentFrom(day))
  if (getCellVersion(current) !== cell.version) throw changedByOthers()
  if (isDated(current, term, day)) throw new Refusal(`${nameOf(cell)}有分段任课，请打开该格修改`)
  const { teachers } = cell
  if (new Set(teachers.map(({ userId }) => userId)).size < teachers.length)
    throw new Refusal(`${nameOf(cell)}里同一位教师只能写一次`)
  if (teachers.filter(({ role }) => role === 'lead').length > 1) throw new Refusal(`${nameOf(cell)}只能有一位主讲`)
}

const isCurrentFrom =
  (day: string) =>
  ({ overOn }: AssignmentRow) =>
    overOn === null || overOn > day

function planCell(
  { term, day, subjectOf }: TeachingSheetContext,
  { cell, groupId, rows }: TaughtCell,
  today: string,
): CellPlan {
  const isSame = (row: AssignmentRow, teacher: WantedTeacher) =>
    row.userId === teacher.userId && row.role === teacher.role && row.weekHours === teacher.weekHours
  const current = rows.filter(isCurrentFrom(day))
  const gone = current.filter((row) => !cell.teachers.some((teacher) => isSame(row, teacher)))
  // An assignment entered today is a correction: it was never taught, so it is deleted and not ended.
  const removed = gone.filter((row) => row.beginsOn >= day || dayOf(row.createdAt) === today)
  const ended = gone.filter((row) => !removed.includes(row))
  const past = rows.filter((row) => !isCurrentFrom(day)(row))
  const wanted = cell.teachers.filter((teacher) => !current.some((row) => isSame(row, teacher)))
  if (wanted.length > 0 && subjectOf.get(cell.subjectId)!.isDisabled)
    throw new Refusal(`${subjectOf.get(cell.subjectId)!.name}已停用，不能再安排`)
  // An assignment that was ended today and is wanted again continues.
  const resumed = wanted.map((teacher) => past.find((row) => row.overOn === day && isSame(row, teacher)))
  const from = ended.length > 0 ? day : getFirstFreeDay(past, removed, term, day)
  return {
    cell,
    groupId,
    removed: removed.map(({ id }) => id),
    ends: [
      ...ended.map(({ id, overOn }) => ({ id, overOn, until: day })),
      ...resumed.flatMap((row) => (row ? { id: row.id, overOn: row.overOn, until: getTermOverDay(term) } : [])),
    ],
    begins: wanted.flatMap((teacher, at) => (resumed[at] ? [] : { teacher, from })),
  }
}

/** The start of the deleted assignment; without one the first day of the term, or today if somebody taught before. */
function getFirstFreeDay(
  past: readonly AssignmentRow[],
  mistakes: readonly AssignmentRow[],
  term: TermSpan,
  day: string,
) {
  const last = past
    .flatMap(({ overOn }) => overOn ?? [])
    .toSorted()
    .at(-1)
  const [mistaken] = mistakes.map(({ beginsOn }) => beginsOn).toSorted()
  if (mistaken === undefined) return last === undefined ? term.startsOn : day
  return last !== undefined && last > mistaken ? last : mistaken
}

/** Starts on the day, or later if the teacher joined later. */
const toNewAssignment = (
  groupId: string,
  { userId, role, weekHours }: WantedTeacher,
  from: string,
  { beginsOn }: SchoolStaffRow,
  term: TermSpan,
): NewAssignment => ({
  id: newId(),
  groupId,
  userId,
  role,
  weekHours,
  from: beginsOn > from ? beginsOn : from,
  until: getTermOverDay(term),
})

/** The current cells and the weekly hours of their classes. */
export async function getCells(
  ctx: Ctx,
  { term, day, classes }: Pick<TeachingSheetContext, 'term' | 'day' | 'classes'>,
  cells: readonly Pick<Cell, 'classId' | 'subjectId'>[],
): Promise<TeachingSheetResult> {
  const groups = new Map(
    (await listGroupsOfClasses(ctx.db, term.id, listIds(classes))).map((one) => [getCellKey(one), one]),
  )
  const cellsWithGroups = cells.map(({ classId, subjectId }) => ({
    classId,
    subjectId,
    group: groups.get(getCellKey({ classId, subjectId })),
  }))
  const groupIds = cellsWithGroups.flatMap(({ group }) => group?.id ?? [])
  const rows = Map.groupBy(await listAssignmentsFrom(ctx.db, groupIds, day), ({ groupId }) => groupId)
  const touched = new Set(cells.map(({ classId }) => classId))
  const ofThese = classes.filter(({ id }) => touched.has(id))
  const hours = await countWeekHours(ctx, term.id, ofThese, day)
  return {
    changed: cells.length,
    cells: cellsWithGroups.map((one) => presentCell({ ...one, rows: rows.get(one.group?.id ?? '') ?? [], term, day })),
    classes: ofThese.map(({ id }) => ({ id, hours: hours.get(id) ?? 0 })),
  }
}
