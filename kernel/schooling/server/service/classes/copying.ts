import type { BodyOf } from '#packages/contract'
import { dayOf, found, newId, Refusal, type Ctx } from '#packages/core'
import type { classRoutes } from '../../../contract-classes.ts'
import type { LeftOut, SheetAnswer } from '../../../contract-teaching.ts'
import type { ClassRow } from '../../class-queries.ts'
import { gradeNamingOf } from '../../settings.ts'
import { subjectsOf } from '../../subject-queries.ts'
import {
  assignmentsFrom,
  ensureGroups,
  groupsOfClasses,
  holdTeaching,
  insertAssignments,
  stillThere,
  termSpan,
  type AssignmentRow,
  type GroupRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { openTerm, overOnOf } from './assigning.ts'
import { namesOf } from './describing.ts'
import { tellCells } from './sheet.ts'
import { classesAt, dayWithin, idsOf, keyOf, placeToTeach, type Place } from './teaching.ts'

/**
 * As it was at the end of another term, for the classes that are still there, the people who still work there, and where
 * nobody is to teach yet.
 */
export async function copyTeaching(
  ctx: Ctx,
  form: BodyOf<typeof classRoutes.copyTeaching>,
): Promise<SheetAnswer & { left: LeftOut }> {
  const { fromTermId, toTermId } = form
  const { db, now } = ctx
  const place = await placeToTeach(ctx, form)
  const before = found(await termSpan(db, place.orgId, fromTermId), '学期')
  const term = await openTerm(ctx, place.orgId, toTermId)
  if (before.startsOn >= term.startsOn) throw new Refusal('只能复制更早学期的任课')
  await holdTeaching(db, place.orgId, toTermId)
  const day = dayWithin(term, dayOf(now))
  const classes = await classesAt(ctx, place, day)
  const last = await lastTaught(ctx, place, before)
  const going = await thoseWhoGoOn(ctx, last, { orgId: place.orgId, classes, term, day })
  const wanted = new Map(going.rows.map(({ group }) => [group.id, group]))
  await ensureGroups(
    db,
    [...wanted.values()].map((group) => ({ ...group, id: newId(), termId: toTermId, classId: group.classId! })),
    now,
  )
  const groups = new Map((await groupsOfClasses(db, toTermId, idsOf(classes))).map((group) => [keyOf(group), group]))
  const taken = new Set(
    (await assignmentsFrom(db, idsOf([...groups.values()]), term.startsOn)).map(({ groupId }) => groupId),
  )
  const span = { from: term.startsOn, until: overOnOf(term) }
  const targets = going.rows.map(({ row, group }) => ({ row, target: groups.get(keyOf(group))! }))
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
  const answer = await tellCells(
    ctx,
    { term, day, classes },
    [...filled.values()].map(({ classId, subjectId }) => ({ classId: classId!, subjectId })),
  )
  const isTaken = targets.flatMap(({ target }) => (taken.has(target.id) ? target.id : []))
  return { ...answer, changed: filled.size, left: { ...going.left, taken: new Set(isTaken).size } }
}

interface Taught {
  row: AssignmentRow
  group: GroupRow
  class: ClassRow
}

/** Who taught what to which class on the last day of a term. */
async function lastTaught(ctx: Ctx, place: Place, before: TermSpan): Promise<Taught[]> {
  const classes = new Map((await classesAt(ctx, place, before.endsOn)).map((row) => [row.id, row]))
  const groups = await groupsOfClasses(ctx.db, before.id, [...classes.keys()])
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const rows = await assignmentsFrom(ctx.db, idsOf(groups), before.endsOn)
  return rows
    .filter(({ beginsOn }) => beginsOn <= before.endsOn)
    .map((row) => {
      const group = groupOf.get(row.groupId)!
      return { row, group, class: classes.get(group.classId!)! }
    })
}

interface Onwards {
  orgId: string
  /** Those that are there in the new term. */
  classes: readonly ClassRow[]
  term: TermSpan
  day: string
}

/** What goes on in the new term, and what does not, with the reason. */
async function thoseWhoGoOn(ctx: Ctx, taught: readonly Taught[], { orgId, classes, term, day }: Onwards) {
  const naming = await gradeNamingOf(ctx)
  const open = new Set(idsOf(classes))
  const subjects = new Map((await subjectsOf(ctx.db, orgId)).map((subject) => [subject.id, subject]))
  const userIds = [...new Set(taught.map(({ row }) => row.userId))]
  const atFirst = await stillThere(ctx.db, orgId, userIds, term.startsOn)
  const there = day === term.startsOn ? atFirst : await stillThere(ctx.db, orgId, [...atFirst], day)
  const left: Omit<LeftOut, 'taken'> = { people: [], classes: [], subjects: [] }
  const rows: Taught[] = []
  for (const one of taught) {
    const subject = subjects.get(one.group.subjectId)
    const { label } = namesOf(one.class, day, naming)
    if (!open.has(one.class.id)) left.classes.push(label)
    else if (!subject || subject.isForbidden) left.subjects.push(subject?.name ?? '')
    else if (!there.has(one.row.userId))
      left.people.push({ label, subjectName: subject.name, teacherName: one.row.teacherName })
    else rows.push(one)
  }
  left.classes = [...new Set(left.classes)]
  left.subjects = [...new Set(left.subjects)]
  return { rows, left }
}
