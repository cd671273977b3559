import { orNotFound, type Ctx } from '#packages/core'
import { findLessons, findObstaclesOfEach, type LessonFacts, type LessonChange } from '#engines/timetable/server/api.ts'
import { findUnitById } from '#kernel/org/server/api.ts'
import type { CoverLesson } from '../contract.ts'
import { findNear } from './near-lessons.ts'
import { refuseLongSpan } from './own-lesson.ts'
import { loadLegs, presentLesson } from './present-lesson.ts'
import { coverSetting } from './settings.ts'

interface Days {
  from: string
  to: string
}
type Swap = CoverLesson & { obstacle: string }

/**
 * Lessons of colleagues with which a lesson may change places: those of its pupils, and those of other classes as far as
 * nothing is in the way. Without the setting the colleague has to teach the class too. Callers must check the scope.
 */
export async function listSwaps(ctx: Ctx, own: LessonFacts, { from, to }: Days): Promise<Swap[]> {
  const span = { from, to }
  refuseLongSpan(span, 31)
  const { near, others } = await findSwappable(ctx, own, span)
  const lessons = [...near, ...others]
  const isNear = new Set(near.map(({ id }) => id))
  const obstacles = await findObstaclesOfEach(ctx, {
    orgId: own.orgId,
    proposals: lessons.map((other) => [moveTo(own, other), moveTo(other, own)]),
  })
  const found = lessons.map((lesson, at) => ({ lesson, obstacle: obstacles[at]?.text ?? '' }))
  const shown = found.filter(({ lesson, obstacle }) => isNear.has(lesson.id) || obstacle === '')
  const legs = await loadLegs(
    ctx,
    shown.map(({ lesson }) => lesson.id),
  )
  return shown
    .map(({ lesson, obstacle }): Swap => {
      const presented = presentLesson(ctx.now, lesson, legs.get(lesson.id))
      // 待请假批准 would say of a colleague that she asked for leave.
      const hidden = { requestId: null, requestStatus: null, kind: null, toNames: [] }
      return { ...presented, ...hidden, obstacle: presented.state === 'asked' ? '这节课已有代调课申请' : obstacle }
    })
    .toSorted((a, b) => (`${a.day} ${a.begins}` < `${b.day} ${b.begins}` ? -1 : 1))
}

const moveTo = ({ id }: LessonFacts, { day, periodId }: LessonFacts): LessonChange => ({
  lessonId: id,
  seenAt: undefined,
  to: { day, periodId },
  remark: '',
})

async function findSwappable(ctx: Ctx, own: LessonFacts, span: Days) {
  const { groupIds, teacherIds } = await findNear(ctx, own)
  const ofClass = await findLessons(ctx, own.orgId, { groupIds, ...span })
  const { crossClass } = await coverSetting.read(ctx, orNotFound(await findUnitById(ctx, own.orgId), '组织').path)
  const ofColleagues = await findLessons(
    ctx,
    own.orgId,
    crossClass ? { isEvery: true, ...span } : { teacherIds, ...span },
  )
  const isNear = new Set(ofClass.map(({ id }) => id))
  const ownTeachers = new Set(own.teachers.map(({ id }) => id))
  const maySwap = (lesson: LessonFacts) =>
    lesson.status !== 'cancelled' &&
    lesson.teachers.length > 0 &&
    !lesson.teachers.some(({ id }) => ownTeachers.has(id)) &&
    (lesson.day !== own.day || lesson.periodId !== own.periodId)
  return {
    near: ofClass.filter(maySwap),
    others: ofColleagues.filter((lesson) => !isNear.has(lesson.id) && maySwap(lesson)),
  }
}
