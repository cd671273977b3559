import { changedByOthers, dayOf, found, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { SheetAnswer, SheetForm } from '../../../contract-teaching.ts'
import { classesWithin, type ClassRow } from '../../class-queries.ts'
import type { StaffRow } from '../../class-teacher-queries.ts'
import type { Dated } from '../../dated.ts'
import { gradeNamingOf } from '../../settings.ts'
import { subjectsOf, type SubjectRow } from '../../subject-queries.ts'
import {
  assignmentsFrom,
  ensureGroups,
  groupsOfClasses,
  holdTeaching,
  insertAssignments,
  termSpan,
  type AssignmentRow,
  type NewAssignment,
  type TermSpan,
} from '../../teaching-queries.ts'
import { hoursOf, openTerm, overOnOf, requireOpen, requireRoom } from './assigning.ts'
import { namesOf } from './describing.ts'
import { carryOut, grantReach, staffOn } from './teachers.ts'
import { dayWithin, idsOf, isDated, keyOf, presentCell, versionOf } from './teaching.ts'

type Cell = SheetForm['cells'][number]
type Wish = Cell['teachers'][number]

/**
 * Who teaches in some cells of the table, all of them or none. Where nobody has taught, it begins with the term; where
 * somebody teaches, the change begins today, and what was written down today is mended instead.
 */
export async function saveSheet(ctx: Ctx, { termId, cells }: SheetForm): Promise<SheetAnswer> {
  const sheet = await openSheet(ctx, termId, cells)
  const { orgId, term, day, classes } = sheet
  const plans = planAll(ctx, sheet, await whatIsTaught(ctx, sheet, cells))
  const userIds = [...new Set(plans.flatMap(({ begins }) => begins.map(({ wish }) => wish.userId)))]
  const people = new Map((await staffOn(ctx, orgId, userIds, day)).map((person) => [person.id, person]))
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
  const groups = new Map((await groupsOfClasses(ctx.db, termId, idsOf(classes))).map((one) => [keyOf(one), one.id]))
  await carryOut(
    ctx,
    'teaching_assignment',
    plans.flatMap(({ removed }) => removed),
    plans.flatMap(({ ends }) => ends),
  )
  const added = plans.flatMap(({ cell, begins }) =>
    begins.map(({ wish, from }) => newRow(groups.get(keyOf(cell))!, wish, from, people.get(wish.userId)!, term)),
  )
  await insertAssignments(ctx.db, added, ctx.now).catch(
    onConstraint('teaching_assignment_no_overlap', '该任课已被他人修改，请刷新后重试'),
  )
  const fuller = new Set(plans.flatMap(({ cell, begins }) => (begins.length > 0 ? cell.classId : [])))
  await requireRoom(
    ctx,
    orgId,
    term,
    classes.filter(({ id }) => fuller.has(id)),
    day,
  )
  await grantReach(ctx, userIds, 'teacher')
  const changed = plans.filter(({ removed, ends, begins }) => removed.length + ends.length + begins.length > 0).length
  return { ...(await tellCells(ctx, sheet, cells)), changed }
}

interface Sheet {
  orgId: string
  term: TermSpan
  /** From when on changes are. */
  day: string
  classes: readonly ClassRow[]
  classOf: ReadonlyMap<string, ClassRow>
  subjectOf: ReadonlyMap<string, SubjectRow>
  /** 七(3)班语文. */
  nameOf: (cell: Pick<Cell, 'classId' | 'subjectId'>) => string
}

/** The classes and subjects that are written about: all within reach, of one school, and nobody else at it meanwhile. */
async function openSheet(ctx: Ctx, termId: string, cells: readonly Cell[]): Promise<Sheet> {
  if (new Set(cells.map(keyOf)).size < cells.length) throw new Refusal('同一格只能填写一次')
  const span = found(await termSpan(ctx.db, ctx.actor.orgId, termId), '学期')
  const ids = [...new Set(cells.map(({ classId }) => classId))]
  const asked = { ids, day: dayWithin(span, dayOf(ctx.now)) }
  const classes = await classesWithin(ctx.db, scopeOf(ctx, 'teaching.edit'), asked)
  if (classes.length < ids.length) throw notFound('班级')
  const [{ orgId }] = classes as [ClassRow]
  if (classes.some((row) => row.orgId !== orgId)) throw new Refusal('一次只能安排一所学校的任课')
  const term = await openTerm(ctx, orgId, termId)
  const day = dayWithin(term, dayOf(ctx.now))
  requireOpen(classes, day)
  await holdTeaching(ctx.db, orgId, termId)
  const classOf = new Map(classes.map((row) => [row.id, row]))
  const subjectOf = new Map((await subjectsOf(ctx.db, orgId)).map((row) => [row.id, row]))
  const naming = await gradeNamingOf(ctx)
  const nameOf: Sheet['nameOf'] = ({ classId, subjectId }) =>
    `${namesOf(classOf.get(classId)!, day, naming).label}${subjectOf.get(subjectId)!.name}`
  return { orgId, term, day, classes, classOf, subjectOf, nameOf }
}

interface Taught {
  cell: Cell
  groupId: string | null
  /** Everybody who teaches there in the term, also those who have ended. */
  rows: readonly AssignmentRow[]
}

async function whatIsTaught(ctx: Ctx, { term, classes }: Sheet, cells: readonly Cell[]): Promise<Taught[]> {
  const groups = new Map((await groupsOfClasses(ctx.db, term.id, idsOf(classes))).map((one) => [keyOf(one), one.id]))
  const groupIds = cells.flatMap((cell) => groups.get(keyOf(cell)) ?? [])
  const rows = Map.groupBy(await assignmentsFrom(ctx.db, groupIds, term.startsOn), ({ groupId }) => groupId)
  return cells.map((cell) => {
    const groupId = groups.get(keyOf(cell)) ?? null
    return { cell, groupId, rows: groupId === null ? [] : (rows.get(groupId) ?? []) }
  })
}

interface Plan {
  cell: Cell
  groupId: string | null
  removed: string[]
  ends: Dated[]
  begins: { wish: Wish; from: string }[]
}

const planAll = (ctx: Ctx, sheet: Sheet, taught: readonly Taught[]): Plan[] =>
  taught.map((one) => {
    requireWritable(sheet, one)
    return planCell(sheet, one, dayOf(ctx.now))
  })

/** A cell that is as it was read, and that names alone can say everything about. */
function requireWritable({ term, day, classOf, subjectOf, nameOf }: Sheet, { cell, rows }: Taught) {
  const subject = found(subjectOf.get(cell.subjectId), '学科')
  const { stage, name } = classOf.get(cell.classId)!
  if (!subject.stages.includes(stage)) throw new Refusal(`${subject.name}不是${name}所在学段的学科`)
  const current = rows.filter(isFrom(day))
  if (versionOf(current) !== cell.version) throw changedByOthers()
  if (isDated(current, term, day)) throw new Refusal(`${nameOf(cell)}有分段任课，请打开该格修改`)
  const { teachers } = cell
  if (new Set(teachers.map(({ userId }) => userId)).size < teachers.length)
    throw new Refusal(`${nameOf(cell)}里同一位教师只能写一次`)
  if (teachers.filter(({ role }) => role === 'lead').length > 1) throw new Refusal(`${nameOf(cell)}只能有一位主讲`)
}

const isFrom =
  (day: string) =>
  ({ overOn }: AssignmentRow) =>
    overOn === null || overOn > day

function planCell({ term, day, subjectOf }: Sheet, { cell, groupId, rows }: Taught, today: string): Plan {
  const isSame = (row: AssignmentRow, wish: Wish) =>
    row.userId === wish.userId && row.role === wish.role && row.weekHours === wish.weekHours
  const current = rows.filter(isFrom(day))
  const gone = current.filter((row) => !cell.teachers.some((wish) => isSame(row, wish)))
  // What was written down today was a mistake: it has not been taught.
  const removed = gone.filter((row) => row.beginsOn >= day || dayOf(row.createdAt) === today)
  const ended = gone.filter((row) => !removed.includes(row))
  const past = rows.filter((row) => !isFrom(day)(row))
  const wanted = cell.teachers.filter((wish) => !current.some((row) => isSame(row, wish)))
  if (wanted.length > 0 && subjectOf.get(cell.subjectId)!.isForbidden)
    throw new Refusal(`${subjectOf.get(cell.subjectId)!.name}已停用，不能再安排`)
  // Whoever was ended today, and comes back, was never away.
  const resumed = wanted.map((wish) => past.find((row) => row.overOn === day && isSame(row, wish)))
  const from = ended.length > 0 ? day : firstFree(past, removed, term, day)
  return {
    cell,
    groupId,
    removed: removed.map(({ id }) => id),
    ends: [
      ...ended.map(({ id, overOn }) => ({ id, overOn, until: day })),
      ...resumed.flatMap((row) => (row ? { id: row.id, overOn: row.overOn, until: overOnOf(term) } : [])),
    ],
    begins: wanted.flatMap((wish, at) => (resumed[at] ? [] : { wish, from })),
  }
}

/** In place of what was a mistake; otherwise with the term, or today when somebody has taught there before. */
function firstFree(past: readonly AssignmentRow[], mistakes: readonly AssignmentRow[], term: TermSpan, day: string) {
  const last = past
    .flatMap(({ overOn }) => overOn ?? [])
    .toSorted()
    .at(-1)
  const [mistaken] = mistakes.map(({ beginsOn }) => beginsOn).toSorted()
  if (mistaken === undefined) return last === undefined ? term.startsOn : day
  return last !== undefined && last > mistaken ? last : mistaken
}

/** From the day on, or from the first day of somebody who came later. */
const newRow = (
  groupId: string,
  { userId, role, weekHours }: Wish,
  from: string,
  { beginsOn }: StaffRow,
  term: TermSpan,
): NewAssignment => ({
  id: newId(),
  groupId,
  userId,
  role,
  weekHours,
  from: beginsOn > from ? beginsOn : from,
  until: overOnOf(term),
})

/** Cells as they are now, and the hours of their classes. */
export async function tellCells(
  ctx: Ctx,
  { term, day, classes }: Pick<Sheet, 'term' | 'day' | 'classes'>,
  cells: readonly Pick<Cell, 'classId' | 'subjectId'>[],
): Promise<SheetAnswer> {
  const groups = new Map((await groupsOfClasses(ctx.db, term.id, idsOf(classes))).map((one) => [keyOf(one), one]))
  const told = cells.map(({ classId, subjectId }) => ({
    classId,
    subjectId,
    group: groups.get(keyOf({ classId, subjectId })),
  }))
  const groupIds = told.flatMap(({ group }) => group?.id ?? [])
  const rows = Map.groupBy(await assignmentsFrom(ctx.db, groupIds, day), ({ groupId }) => groupId)
  const touched = new Set(cells.map(({ classId }) => classId))
  const ofThese = classes.filter(({ id }) => touched.has(id))
  const hours = await hoursOf(ctx, term.id, ofThese, day)
  return {
    changed: cells.length,
    cells: told.map((one) => presentCell({ ...one, rows: rows.get(one.group?.id ?? '') ?? [], term, day })),
    classes: ofThese.map(({ id }) => ({ id, hours: hours.get(id) ?? 0 })),
  }
}
