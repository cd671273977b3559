import { addDays, dayOf, getMonday, type Ctx } from '#packages/core'
import { freeAmong } from '#engines/duty/server/api.ts'
import { listTeachingOfTerm, listOrgTerms, type TaughtGroup } from '#kernel/schooling/server/api.ts'
import { changeLessons } from './change-lessons.ts'
import type { LessonChange } from './lesson-change.ts'
import { listLessonsFrom, type StoredLesson } from './lesson-queries.ts'
import { getSpan } from './store-lessons.ts'

type Groups = ReadonlyMap<string, TaughtGroup>

/**
 * Of this week a lesson with a substitute, two that changed places and one that was cancelled, as far as there are any:
 * in the last classes of the school, of which the demo has a teacher, a pupil and a parent.
 */
export async function seedChangedLessons(ctx: Ctx, orgId: string): Promise<void> {
  const today = dayOf(ctx.now)
  const term = (await listOrgTerms(ctx, orgId)).find(({ isCurrent }) => isCurrent)
  if (!term) return
  const monday = getMonday(today)
  const rankDay = (day: string) => (day === today ? 0 : day > today ? 1 : 2)
  const groups: Groups = new Map((await listTeachingOfTerm(ctx, orgId, term.id)).map((group) => [group.id, group]))
  const classes = [...new Set([...groups.values()].map(({ classId }) => classId))]
  const rankOf = ({ groupId }: StoredLesson) => classes.indexOf(groups.get(groupId)?.classId ?? null)
  const lessons = (await listLessonsFrom(ctx.db, orgId, monday, addDays(monday, 6)))
    .filter(({ teacherIds }) => teacherIds.length === 1)
    .toSorted((a, b) => rankOf(b) - rankOf(a))
  // Those of today are seen first, then those that are still to come.
  const days = [...new Set(lessons.map(({ day }) => day))].toSorted(
    (a, b) => rankDay(a) - rankDay(b) || (a < b ? -1 : 1),
  )
  const [first, second = first] = days
  const ofFirst = lessons.filter(({ day }) => day === first)
  const covered = await coverLesson(ctx, orgId, ofFirst, groups)
  const coveredClass = ofFirst.filter(({ id }) => id === covered).map(rankOf)
  const exchanged = await exchangeLessons(
    ctx,
    orgId,
    ofFirst.filter((lesson) => !coveredClass.includes(rankOf(lesson))),
    groups,
  )
  const taken = new Set([covered, ...exchanged])
  const cancelled = lessons.find(({ id, day }) => day === second && !taken.has(id))
  if (cancelled) await change(ctx, orgId, 'cancel', [[cancelled, { status: 'cancelled' }, '年级集体活动，停课一节']])
}

/** A colleague who teaches the same subject gives the lesson. */
async function coverLesson(ctx: Ctx, orgId: string, lessons: readonly StoredLesson[], groups: Groups) {
  const bySubject = Map.groupBy(groups.values(), ({ subjectId }) => subjectId)
  for (const lesson of lessons) {
    const { subjectId } = groups.get(lesson.groupId)!
    const colleagues = new Set(
      (bySubject.get(subjectId) ?? []).flatMap(({ assignments }) => assignments.map(({ userId }) => userId)),
    )
    const free = await freeAmong(ctx, [...colleagues], [getSpan(lesson)])
    const substitute = [...colleagues].find((userId) => free.get(userId) === '')
    if (!substitute) continue
    await change(ctx, orgId, 'cover', [[lesson, { teacherIds: [substitute] }, '由同组教师代课']])
    return lesson.id
  }
  return ''
}

/** Two lessons of one class change places on a day when both teachers can. */
async function exchangeLessons(ctx: Ctx, orgId: string, lessons: readonly StoredLesson[], groups: Groups) {
  const nameOf = ({ groupId }: StoredLesson) => groups.get(groupId)!.subjectName
  const plain = lessons.filter(({ roomId, groupId }) => roomId === null && groups.get(groupId)!.classId !== null)
  for (const some of Map.groupBy(plain, ({ groupId }) => groups.get(groupId)!.classId).values())
    for (const [at, one] of some.entries())
      for (const other of some.slice(at + 1)) {
        const [mine, theirs] = [one.teacherIds[0]!, other.teacherIds[0]!]
        if (mine === theirs) continue
        const isFree = async (userId: string, lesson: StoredLesson) =>
          (await freeAmong(ctx, [userId], [getSpan(lesson)])).get(userId) === ''
        if (!(await isFree(mine, other)) || !(await isFree(theirs, one))) continue
        await change(ctx, orgId, 'exchange', [
          [one, placeOf(other), `与${nameOf(other)}课对调`],
          [other, placeOf(one), `与${nameOf(one)}课对调`],
        ])
        return [one.id, other.id]
      }
  return []
}

const placeOf = ({ day, periodId }: StoredLesson) => ({ day, periodId })

/** Also of today and before: the demo shows a week in its middle. */
const change = (ctx: Ctx, orgId: string, by: string, changes: readonly [StoredLesson, LessonChange['to'], string][]) =>
  changeLessons(ctx, {
    orgId,
    by,
    changes: changes.map(([{ id }, to, remark]) => ({ lessonId: id, seenAt: undefined, to, remark })),
    isPastAllowed: true,
  })
