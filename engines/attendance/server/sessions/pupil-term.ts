import { dayOf, notFound, orNotFound, type Ctx } from '#packages/core'
import { labelOf } from '#packages/contract'
import { loadFieldCipher } from '#packages/crypto'
import { describeClasses, listOrgTerms } from '#kernel/schooling/server/api.ts'
import {
  attendanceStatuses,
  markSources,
  type AttendanceFigures,
  type MarkStatus,
  type PupilDay,
} from '../../contract.ts'
import { amendmentField } from './amend-roll.ts'
import { readRules } from './load-lessons.ts'
import { listPupilDays, sumDays } from './pupil-days.ts'
import { findPupilPlace, listAmendmentsOf } from './pupil-day-queries.ts'
import { listPersonNames } from './pupil-queries.ts'

export interface PupilTerm {
  studentId: string
  name: string
  className: string
  termName: string
  from: string
  to: string
  days: PupilDay[]
  figures: AttendanceFigures
  amendments: { at: string; by: string; lesson: string; before: string; after: string; reason: string }[]
}

const describeMark = ({ status, minutes }: { status: MarkStatus; minutes: number | null }) =>
  labelOf(attendanceStatuses, status) + (minutes === null ? '' : `${minutes}分钟`)

/** The attendance of a pupil in a term, or in the running one, until today. The caller checks the scope. */
export async function getPupilTerm(
  ctx: Ctx,
  { studentId, termId }: { studentId: string; termId: string | null },
): Promise<PupilTerm> {
  const place = orNotFound(await findPupilPlace(ctx.db, studentId), '学生')
  const terms = await listOrgTerms(ctx, place.orgId)
  const term = terms.find(({ id, isCurrent }) => (termId === null ? isCurrent : id === termId))
  if (!term) throw notFound('学期')
  const today = dayOf(ctx.now)
  const [from, to] = [term.startsOn, term.endsOn < today ? term.endsOn : today]
  const days = await listPupilDays(ctx, { studentId, from, to })
  const classes = await describeClasses(ctx, { classIds: place.classId === null ? [] : [place.classId] }, today)
  return {
    studentId,
    name: place.name,
    className: classes.get(place.classId ?? '')?.label ?? '',
    termName: term.name,
    from: term.startsOn,
    to: term.endsOn,
    days,
    figures: sumDays(days, await readRules(ctx, place.orgId)),
    amendments: await listAmendments(ctx, { studentId, from, to }, days),
  }
}

async function listAmendments(
  ctx: Ctx,
  { studentId, from, to }: { studentId: string; from: string; to: string },
  days: readonly PupilDay[],
): Promise<PupilTerm['amendments']> {
  const rows = await listAmendmentsOf(ctx.db, studentId, from, to)
  if (rows.length === 0) return []
  const names = await listPersonNames(
    ctx.db,
    rows.flatMap(({ personId }) => personId ?? []),
  )
  const cipher = rows.some(({ reason }) => reason) ? await loadFieldCipher(ctx.db, ctx.actor.districtId) : null
  const lessons = new Map(
    days.flatMap(({ day, lessons: some }) =>
      some.map(({ sessionId, periodName, subjectName }) => [sessionId, `${day} ${periodName} ${subjectName}`] as const),
    ),
  )
  return rows.map(({ id, at, personId, sessionId, before, after, source, reason, day }) => ({
    at: at.toISOString(),
    // What leave changed is nobody's own deed.
    by: source === 'leave' ? labelOf(markSources, source) : (names.get(personId ?? '') ?? ''),
    lesson: lessons.get(sessionId) ?? day,
    before: describeMark(before),
    after: describeMark(after),
    reason: reason && cipher ? cipher.decrypt(amendmentField, reason, id) : '',
  }))
}
