import { Refusal, type Ctx } from '#packages/core'
import { listAwayOf } from '#engines/duty/server/api.ts'
import { toSpan } from '#engines/timetable/server/api.ts'
import { daysAhead, type CoverPlanOf, type PlannedCover } from './planned-cover.ts'
import { findOrgPath, listMembers } from './people-queries.ts'
import type { LessonTime } from './lesson-times.ts'
import { findNear, isNear } from './near-lessons.ts'
import { coverSetting } from './settings.ts'
import { formatDay } from './words.ts'

/** The rules of the school for lessons that change their time. The notice is for teachers; an absence needs none. */
export async function checkExchange(
  ctx: Ctx,
  planned: readonly PlannedCover[],
  { applicantId, isAway }: Pick<CoverPlanOf, 'applicantId' | 'isAway'>,
) {
  const moved = planned.filter(({ item: { kind } }) => kind === 'swap' || kind === 'move')
  const [first] = moved
  if (first && applicantId !== undefined) {
    const { exchangeDays, crossClass } = await coverSetting.read(ctx, await findOrgPath(ctx.db, first.lesson.orgId))
    for (const { lesson, other, place } of moved) {
      const days = [lesson.day, other?.lesson.day ?? place!.day].toSorted()
      if (!isAway && daysAhead(ctx, days[0]!) < exchangeDays) throw new Refusal(`调课和移课须提前${exchangeDays}天申请`)
      if (other && !crossClass && !isNear(await findNear(ctx, lesson), other.lesson))
        throw new Refusal('不能跨班调课，请选择本班的课或本班教师的课，或请教务安排')
    }
  }
  await requirePresent(ctx, planned)
}

/** Nobody gives a lesson at a time at which she is away. */
async function requirePresent(ctx: Ctx, planned: readonly PlannedCover[]) {
  const at = (teacherIds: readonly string[], place: Pick<LessonTime, 'day' | 'begins' | 'ends'>) =>
    teacherIds.map((userId) => ({ userId, day: place.day, ...toSpan(place) }))
  const asked = planned.flatMap(({ lesson, other, place }) => [
    ...(place ? at(lesson.teacherIds, place) : []),
    ...(other ? [...at(lesson.teacherIds, other.lesson), ...at(other.lesson.teacherIds, lesson)] : []),
  ])
  const away = await listAwayOf(ctx, asked)
  const missing = asked.find((_, index) => away[index]!.length > 0)
  if (!missing) return
  const name = (await listMembers(ctx.db, [missing.userId])).get(missing.userId)?.name ?? ''
  throw new Refusal(`${name}${formatDay(missing.day)}请假`)
}
