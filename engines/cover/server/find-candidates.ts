import { dayOf, type Ctx } from '#packages/core'
import { freeAmong } from '#engines/duty/server/api.ts'
import { listLessonFacts } from '#engines/timetable/server/api.ts'
import type { CandidatesOfLesson, Proposal } from '../contract.ts'
import { listStaffAt } from './find-candidates-queries.ts'

export interface CandidateQuestion {
  /** The school of the lessons. */
  orgId: string
  lessonIds: readonly string[]
  /** The teacher who asks: only whom the setting `askWhom` allows. Undefined: the office, which may ask everybody. */
  askedBy?: string | undefined
}

/** The colleagues for each lesson, the best first; those with an obstacle come last. Callers must check the scope. */
export async function findCandidates(
  ctx: Ctx,
  { orgId, lessonIds, askedBy }: CandidateQuestion,
): Promise<CandidatesOfLesson[]> {
  const staff = (await listStaffAt(ctx.db, orgId, dayOf(ctx.now))).filter(({ id }) => id !== askedBy)
  const lessons = await listLessonFacts(ctx, lessonIds)
  const found: CandidatesOfLesson[] = []
  for (const lessonId of lessonIds) {
    const lesson = lessons.get(lessonId)!
    const ids = staff.map(({ id }) => id)
    const free = await freeAmong(ctx, ids, [lesson.span])
    const candidates = staff.map(({ id, name }) => ({
      userId: id,
      name,
      obstacle: free.get(id)!,
      facts: [],
      warning: '',
      isSameSubject: false,
      knowsClass: false,
      dayLessons: 0,
      weekCovers: 0,
      termCovers: 0,
    }))
    found.push({ lessonId, candidates: candidates.filter(({ userId }) => !lesson.teacherIds.includes(userId)) })
  }
  return found
}

/** A colleague for each lesson such that nobody is busy, away or over a limit, with HiGHS. Writes nothing. */
export function proposeCovers(_ctx: Ctx, _question: CandidateQuestion): Promise<Proposal> {
  throw new Error('not written yet')
}
