import { Refusal, type Ctx } from '#packages/core'
import type { CoverLesson, CoverSource, CoverItem } from '#engines/cover/contract.ts'
import { applyForCovers, coverSetting, listLessonsToCover } from '#engines/cover/server/api.ts'
import { toSpan } from '#engines/timetable/server/api.ts'
import type { LeaveKind } from '../contract.ts'
import { listDays, type PlacedHalf } from './day-queries.ts'
import { awaySource, listAwaySpans } from './leave-away.ts'
import type { LeavePlan } from './plan-leave.ts'
import type { Applicant, RequestRow } from './request-queries.ts'

type SpanOfLeave = Pick<RequestRow, 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** The lessons of somebody in these half-days. Callers must check that the reader may know them. */
export async function listLessonsInLeave(
  ctx: Ctx,
  { memberId, orgId }: Pick<RequestRow, 'memberId' | 'orgId'>,
  span: SpanOfLeave,
  halves: readonly PlacedHalf[],
): Promise<CoverLesson[]> {
  const question = { orgId, userIds: [memberId], from: span.startsOn, to: span.endsOn }
  const lessons = (await listLessonsToCover(ctx, question)).get(memberId) ?? []
  if (lessons.length === 0) return []
  const away = await listAwaySpans(ctx, span, halves)
  return lessons.filter((lesson) => {
    const span = toSpan(lesson)
    return away.some(({ startsAt, endsAt }) => span.startsAt < endsAt && span.endsAt > startsAt)
  })
}

/** The same of a leave that was submitted; of one that came to nothing its days count as they were. */
export async function listLessonsOfRequest(ctx: Ctx, row: RequestRow): Promise<CoverLesson[]> {
  const days = await listDays(ctx.db, row.id)
  const held = days.filter(({ status }) => status !== 'void')
  return listLessonsInLeave(ctx, row, row, held.length > 0 ? held : days)
}

const isArranged = ({ state }: CoverLesson) => state !== 'free'

/** 5节课，4节已安排; empty without lessons. */
export const describeLessons = (lessons: readonly CoverLesson[]) =>
  lessons.length === 0 ? '' : `${lessons.length}节课，${lessons.filter(isArranged).length}节已安排`

/** Others than those who decide about the leave read the kind of source only as far as lessons need it. */
const toSource = (kind: LeaveKind): CoverSource =>
  kind === 'sick' ? 'sick' : kind === 'official' ? 'official' : 'private'

interface ArrangedLeave {
  id: string
  applicant: Applicant
  plan: LeavePlan
  covers: readonly CoverItem[]
}

/** What the applicant arranged, with the leave or not at all; the school may ask for every lesson. */
export async function arrangeLessons(ctx: Ctx, { id, applicant, plan, covers }: ArrangedLeave) {
  const listNow = () => listLessonsInLeave(ctx, applicant, plan.span, plan.halves)
  if (covers.length > 0) {
    const inLeave = new Set((await listNow()).map(({ lessonId }) => lessonId))
    if (covers.some(({ lessonId }) => !inLeave.has(lessonId))) throw new Refusal('所选的课不在请假时间内')
    const form = {
      lessons: [...covers],
      source: toSource(plan.type.kind),
      // The reason of the leave is for its approvers.
      reason: '',
      // The form shows who gives each lesson.
      isChainConfirmed: true,
    }
    await applyForCovers(ctx, form, { awaySource, awayRef: id })
  }
  const { beforeLeave } = await coverSetting.read(ctx, applicant.orgPath)
  if (beforeLeave !== 'block') return
  const left = (await listNow()).filter((lesson) => !isArranged(lesson)).length
  if (left > 0) throw new Refusal(`还有${left}节课未安排`)
}
