import type { BodyOf } from '#packages/contract'
import { dayOf, orNotFound, newId, Refusal, type Ctx } from '#packages/core'
import type { classRoutes } from '../../../contract-classes.ts'
import type { SkippedTeaching, TeachingSheetResult } from '../../../contract-teaching.ts'
import type { ClassRow } from '../../class-queries.ts'
import { getGradeNaming } from '../../settings.ts'
import { listSubjectRows } from '../../subject-queries.ts'
import {
  listAssignmentsFrom,
  ensureGroups,
  listGroupsOfClasses,
  lockTeaching,
  insertAssignments,
  filterCurrentStaff,
  findTermSpan,
  type AssignmentRow,
  type TeachingGroupRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { getOpenTerm, getTermOverDay } from './teaching-assignments.ts'
import { getClassNames } from './class-descriptions.ts'
import { getCells } from './save-teaching-sheet.ts'
import { publishTeachingChanged } from './teaching-events.ts'
import {
  listTeachableClasses,
  clampToTerm,
  listIds,
  getCellKey,
  getSchoolOrGrade,
  type SchoolOrGrade,
} from './teaching-matrix.ts'

/**
 * Copies the assignments from the end of another term, for existing classes, current staff and cells without a teacher.
 */
export async function copyTeaching(
  ctx: Ctx,
  form: BodyOf<typeof classRoutes.copyTeaching>,
): Promise<TeachingSheetResult & { left: SkippedTeaching }> {
  const { fromTermId, toTermId } = form
  const { db, now } = ctx
  const schoolOrGrade = await getSchoolOrGrade(ctx, form)
  const before = orNotFound(await findTermSpan(db, schoolOrGrade.orgId, fromTermId), '学期')
  const term = await getOpenTerm(ctx, schoolOrGrade.orgId, toTermId)
  if (before.startsOn >= term.startsOn) throw new Refusal('只能复制更早学期的任课')
  await lockTeaching(db, schoolOrGrade.orgId, toTermId)
  const day = clampToTerm(term, dayOf(now))
  const classes = await listTeachableClasses(ctx, schoolOrGrade, day)
  const last = await listLastTaught(ctx, schoolOrGrade, before)
  const going = await splitContinuing(ctx, last, { orgId: schoolOrGrade.orgId, classes, term, day })
  const wanted = new Map(going.rows.map(({ group }) => [group.id, group]))
  await ensureGroups(
    db,
    [...wanted.values()].map((group) => ({ ...group, id: newId(), termId: toTermId, classId: group.classId! })),
    now,
  )
  const groups = new Map(
    (await listGroupsOfClasses(db, toTermId, listIds(classes))).map((group) => [getCellKey(group), group]),
  )
  const taken = new Set(
    (await listAssignmentsFrom(db, listIds([...groups.values()]), term.startsOn)).map(({ groupId }) => groupId),
  )
  const span = { from: term.startsOn, until: getTermOverDay(term) }
  const targets = going.rows.map(({ row, group }) => ({ row, target: groups.get(getCellKey(group))! }))
  const copied = targets.filter(({ target }) => !taken.has(target.id))
  await insertAssignments(
    db,
    copied.map(({ row: { userId, role, weekHours }, target }) => ({
      id: newId(),
      groupId: target.id,
      userId,
      role,
      weekHours,
      ...span,
    })),
    now,
  )
  const filled = new Map(copied.map(({ target }) => [target.id, target]))
  await publishTeachingChanged(ctx, schoolOrGrade.orgId, toTermId, [...filled.keys()])
  const answer = await getCells(
    ctx,
    { term, day, classes },
    [...filled.values()].map(({ classId, subjectId }) => ({ classId: classId!, subjectId })),
  )
  const isTaken = targets.flatMap(({ target }) => (taken.has(target.id) ? target.id : []))
  return { ...answer, changed: filled.size, left: { ...going.left, taken: new Set(isTaken).size } }
}

interface TaughtLesson {
  row: AssignmentRow
  group: TeachingGroupRow
  class: ClassRow
}

/** The assignments of each class on the last day of a term. */
async function listLastTaught(ctx: Ctx, schoolOrGrade: SchoolOrGrade, before: TermSpan): Promise<TaughtLesson[]> {
  const classes = new Map((await listTeachableClasses(ctx, schoolOrGrade, before.endsOn)).map((row) => [row.id, row]))
  const groups = await listGroupsOfClasses(ctx.db, before.id, [...classes.keys()])
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const rows = await listAssignmentsFrom(ctx.db, listIds(groups), before.endsOn)
  return rows
    .filter(({ beginsOn }) => beginsOn <= before.endsOn)
    .map((row) => {
      const group = groupOf.get(row.groupId)!
      return { row, group, class: classes.get(group.classId!)! }
    })
}

interface CopyTarget {
  orgId: string
  /** The classes that exist in the new term. */
  classes: readonly ClassRow[]
  term: TermSpan
  day: string
}

/** Splits into assignments to copy and skipped ones with their reason. */
async function splitContinuing(ctx: Ctx, taught: readonly TaughtLesson[], { orgId, classes, term, day }: CopyTarget) {
  const naming = await getGradeNaming(ctx)
  const open = new Set(listIds(classes))
  const subjects = new Map((await listSubjectRows(ctx.db, orgId)).map((subject) => [subject.id, subject]))
  const userIds = [...new Set(taught.map(({ row }) => row.userId))]
  const atFirst = await filterCurrentStaff(ctx.db, orgId, userIds, term.startsOn)
  const there = day === term.startsOn ? atFirst : await filterCurrentStaff(ctx.db, orgId, [...atFirst], day)
  const left: Omit<SkippedTeaching, 'taken'> = { people: [], classes: [], subjects: [] }
  const rows: TaughtLesson[] = []
  for (const one of taught) {
    const subject = subjects.get(one.group.subjectId)
    const { label } = getClassNames(one.class, day, naming)
    if (!open.has(one.class.id)) left.classes.push(label)
    else if (!subject || subject.isDisabled) left.subjects.push(subject?.name ?? '')
    else if (!there.has(one.row.userId))
      left.people.push({ label, subjectName: subject.name, teacherName: one.row.teacherName })
    else rows.push(one)
  }
  left.classes = [...new Set(left.classes)]
  left.subjects = [...new Set(left.subjects)]
  return { rows, left }
}
