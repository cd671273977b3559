import { labelOf } from '#packages/contract'
import { newId, type Ctx } from '#packages/core'
import { listAwayOf } from '#engines/duty/server/api.ts'
import type { LessonBefore, LessonFacts } from '#engines/timetable/server/api.ts'
import { cancelReasons, type CoverSource, type CoverStatus, type CoverItem } from '../contract.ts'
import { listMembers, listTermsOfGroups } from './people-queries.ts'
import { toLessonTime } from './plan-covers.ts'
import type { LessonTime } from './lesson-times.ts'
import type { LessonOfCover, PlannedCover } from './planned-cover.ts'
import { insertRequests, type NewLeg, type NewRequest } from './request-queries.ts'
import { sealText } from './sealed-texts.ts'

export interface RequestFacts {
  source: CoverSource
  reason: string
  /** The absence that it is made for; found by the times if it is not known. */
  awaySource: string | null
  awayRef: string | null
  isBackfilled?: boolean
}

/** 考试：全年级 */
export const toReason = ({ cancelReason }: CoverItem, reason: string) =>
  [cancelReason === null ? '' : labelOf(cancelReasons, cancelReason), reason].filter(Boolean).join('：')

const statusOf = ({ item: { askMode }, askedIds }: PlannedCover): CoverStatus =>
  askMode === 'office' ? 'open' : askedIds.length > 0 ? 'asking' : 'agreed'

/** Writes the requests of checked items, one a lesson. Returns their ids in the same order. */
export async function createRequests(
  ctx: Ctx,
  planned: readonly PlannedCover[],
  facts: RequestFacts,
): Promise<string[]> {
  const terms = await listTermsOfGroups(
    ctx.db,
    planned.map(({ lesson }) => lesson.groupId),
  )
  const members = await listMembers(
    ctx.db,
    planned.flatMap(({ fromId, askedIds }) => [...(fromId === null ? [] : [fromId]), ...askedIds]),
  )
  const away = await findAbsences(ctx, planned, facts)
  const rows: NewRequest[] = []
  for (const [at, one] of planned.entries()) {
    const id = newId()
    // A lesson without a teacher is the office's own matter.
    const member = members.get(one.fromId ?? '') ?? { id: ctx.actor.userId, personId: ctx.actor.personId }
    rows.push({
      id,
      orgId: one.lesson.orgId,
      termId: terms.get(one.lesson.groupId)!,
      kind: one.item.kind,
      source: facts.source,
      reason: await sealText(ctx, 'reason', id, toReason(one.item, facts.reason)),
      askMode: one.item.askMode,
      status: statusOf(one),
      memberId: member.id,
      personId: member.personId,
      appliedBy: ctx.actor.personId,
      ...away[at]!,
      isBackfilled: facts.isBackfilled ?? false,
      legs: toLegs(one),
      asks: one.askedIds.map((memberId) => ({ memberId, personId: members.get(memberId)!.personId })),
    })
  }
  await insertRequests(ctx.db, rows, ctx.now)
  return rows.map(({ id }) => id)
}

/** A cover of somebody who is away belongs to the absence, also if the office arranges it: it may end early. */
async function findAbsences(ctx: Ctx, planned: readonly PlannedCover[], { awaySource, awayRef }: RequestFacts) {
  if (awaySource !== null && awayRef !== null) return planned.map(() => ({ awaySource, awayRef }))
  const asked = planned.map(({ fromId, lesson }) => ({ userId: fromId ?? lesson.id, ...lesson.span }))
  return (await listAwayOf(ctx, asked)).map(([first]) => ({
    awaySource: first?.source ?? null,
    awayRef: first?.ref ?? null,
  }))
}

function toLegs({ lesson, current, fromId, other, place }: PlannedCover): NewLeg[] {
  if (!other) return [toLeg({ lesson, current }, { fromId, toId: null, place })]
  const colleague = other.lesson.teacherIds[0] ?? null
  return [
    toLeg({ lesson, current }, { fromId, toId: colleague, place: toLessonTime(other.lesson) }),
    toLeg(other, { fromId: colleague, toId: fromId, place: toLessonTime(lesson) }),
  ]
}

function toLeg(
  { lesson, current }: Pick<LessonOfCover, 'lesson' | 'current'>,
  { fromId, toId, place }: { fromId: string | null; toId: string | null; place: LessonTime | undefined },
): NewLeg {
  return {
    id: newId(),
    lessonId: lesson.id,
    groupId: lesson.groupId,
    classId: lesson.classId,
    gradeId: lesson.gradeId,
    subjectId: lesson.subjectId,
    day: lesson.day,
    periodId: lesson.periodId,
    begins: lesson.begins,
    ends: lesson.ends,
    fromId,
    toId,
    toDay: place?.day ?? null,
    toPeriodId: place?.periodId ?? null,
    toBegins: place?.begins ?? null,
    toEnds: place?.ends ?? null,
    before: toBefore(lesson),
    previousId: current?.id ?? null,
    chainNo: 1,
    credit: 0,
    creditKind: null,
    state: 'pending',
  }
}

/** Until it is in force; then it is what `changeLessons` found. */
const toBefore = ({ day, periodId, begins, ends, roomId, teacherIds, status, remark }: LessonFacts): LessonBefore => ({
  day,
  periodId,
  begins,
  ends,
  roomId,
  teacherIds,
  status,
  changedBy: null,
  remark,
})
