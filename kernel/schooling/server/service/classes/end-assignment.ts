import { addDays, invalid, newId, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import { onConstraint } from '#packages/db'
import type { EndAssignmentForm } from '../../../contract-teaching.ts'
import { countLessonsLeft } from '../../lesson-counts.ts'
import {
  findAssignment,
  insertAssignments,
  lockTeaching,
  type AssignmentRow,
  type TermSpan,
} from '../../teaching-queries.ts'
import { applyDateChanges, grantClassRole, requireStaffOnDay } from './class-teachers.ts'
import { getEditableGroup, getOpenTerm, getTermOverDay } from './teaching-assignments.ts'
import { tellTeachers } from './notify-handover.ts'
import { publishTeachingChanged } from './teaching-events.ts'

/** Ends an assignment. Lessons after the last day need a successor, or have to be left open on purpose. */
export async function endAssignment(ctx: Ctx, form: EndAssignmentForm) {
  const { id, endsOn, successorId, isOpen } = form
  const row = orNotFound(await findAssignment(ctx.db, id), '任课')
  const { orgId, termId } = await getEditableGroup(ctx, row.groupId, '任课')
  const term = await getOpenTerm(ctx, orgId, termId)
  await lockTeaching(ctx.db, orgId, termId)
  if (endsOn < row.beginsOn) throw invalid([{ field: 'endsOn', msg: '结束日期不能早于开始日期' }])
  const until = addDays(endsOn, 1)
  if (until > getTermOverDay(term)) throw invalid([{ field: 'endsOn', msg: '结束日期应在学期内' }])
  if (successorId === null && !isOpen) await refuseLessonsLeft(ctx, row, until)
  const inTheWay = onConstraint('teaching_assignment_no_overlap', '该教师之后还有任课，请先调整')
  await tellTeachers(ctx, { orgId, term, groupIds: [row.groupId] }, async () => {
    await applyDateChanges(ctx, 'teaching_assignment', [], [{ id, overOn: row.overOn, until }]).catch(inTheWay)
    if (successorId !== null) await assignSuccessor(ctx, { row, orgId, term, from: until, userId: successorId })
  })
  await publishTeachingChanged(ctx, orgId, termId, [row.groupId])
  return null
}

async function refuseLessonsLeft(ctx: Ctx, { groupId, userId }: AssignmentRow, from: string) {
  const lessons = await countLessonsLeft(ctx, { groupId, userId, from })
  if (lessons > 0) throw new Refusal(`该教师从${from}起仍有${lessons}节课未安排接任教师`, Ret.refused, { lessons })
}

interface Succession {
  row: AssignmentRow
  orgId: string
  term: TermSpan
  from: string
  userId: string
}

/** The successor teaches as long as the predecessor would have. */
async function assignSuccessor(ctx: Ctx, { row, orgId, term, from, userId }: Succession) {
  if (userId === row.userId) throw invalid([{ field: 'successorId', msg: '接任教师应为另一位教师' }])
  await requireStaffOnDay(ctx, orgId, [userId], from)
  const until = row.overOn ?? getTermOverDay(term)
  if (until <= from) throw invalid([{ field: 'endsOn', msg: '该任课已在此之前结束，不需要接任教师' }])
  const { groupId, role, weekHours } = row
  await insertAssignments(ctx.db, [{ id: newId(), groupId, userId, role, weekHours, from, until }], ctx.now).catch(
    onConstraint('teaching_assignment_no_overlap', '接任教师已在该班任教本学科，请先调整', 'successorId'),
  )
  await grantClassRole(ctx, [userId], 'teacher')
}
