import { addDays, dayOf, getMonday, notFound, orNotFound, startOfDay, type Ctx } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { describeClasses, listOrgTerms } from '#kernel/schooling/server/api.ts'
import { listBusy, type Busy } from '#engines/duty/server/api.ts'
import { lessonDuty, toSpan } from '#engines/timetable/server/api.ts'
import type { CoverTeacher, OpenLesson } from './candidate-facts.ts'
import {
  countCovers,
  listOpenLessons,
  listPendingCovers,
  listTeachers,
  type OpenLessonRow,
  type TeacherRow,
} from './candidate-queries.ts'
import type { CoverQuestion } from './propose-covers.ts'
import { coverSetting } from './settings.ts'

export interface CandidateQuestion {
  /** The school of the lessons. */
  orgId: string
  lessonIds: readonly string[]
  /** The teacher who asks: only whom the setting `askWhom` allows. Undefined: the office, which may ask everybody. */
  askedBy?: string | undefined
}

/** By membership, as engines/duty has read it. */
export interface LoadedQuestion extends CoverQuestion {
  busy: ReadonlyMap<string, Busy>
}

/** Everything about the candidates of these lessons, with a handful of statements for all of them. */
export async function loadCandidates(
  ctx: Ctx,
  { orgId, lessonIds, askedBy }: CandidateQuestion,
): Promise<LoadedQuestion> {
  const rows = await listOpenLessons(ctx.db, orgId, lessonIds)
  const lessons = await describeLessons(ctx, lessonIds, rows)
  const days = lessons.map(({ day }) => day).toSorted()
  const [first, last] = [days[0]!, days.at(-1)!]
  const termIds = [...new Set(lessons.map(({ termId }) => termId))]
  const teachers = await listTeachers(ctx.db, { orgId, termIds, from: first, to: last })
  const busy = await listBusy(
    ctx,
    teachers.map(({ userId }) => userId),
    startOfDay(first),
    startOfDay(addDays(last, 1)),
  )
  const weeks = { orgId, from: getMonday(first), to: addDays(getMonday(last), 6) }
  const terms = (await listOrgTerms(ctx, orgId)).filter(({ id }) => termIds.includes(id))
  const covers = Map.groupBy(
    await countCovers(ctx.db, {
      orgId,
      from: [weeks.from, ...terms.map(({ startsOn }) => startsOn)].toSorted()[0]!,
      to: [weeks.to, ...terms.map(({ endsOn }) => endsOn)].toSorted().at(-1)!,
    }),
    ({ personId }) => personId,
  )
  const pending = Map.groupBy(await listPendingCovers(ctx.db, weeks), ({ personId }) => personId)
  const { path } = orNotFound(await findUnitById(ctx, orgId), '组织')
  const { weekMost, dayMost, askWhom } = await coverSetting.read(ctx, path)
  return {
    today: dayOf(ctx.now),
    lessons,
    teachers: teachers.map((teacher) => ({
      ...toTeacher(teacher, rows, busy.get(teacher.userId)!),
      covers: covers.get(teacher.personId) ?? [],
      pending: pending.get(teacher.personId) ?? [],
    })),
    rules: { weekMost, dayMost, askWhom: askedBy === undefined ? undefined : askWhom },
    busy,
  }
}

/** In the order of the question. */
async function describeLessons(
  ctx: Ctx,
  lessonIds: readonly string[],
  rows: readonly OpenLessonRow[],
): Promise<OpenLesson[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = [...new Set(lessonIds)].map((id) => orNotFound(byId.get(id), '课程'))
  const [row] = found
  if (!row) throw notFound('课程')
  const classIds = [...new Set(found.flatMap(({ classId }) => classId ?? []))]
  const classes = await describeClasses(ctx, { classIds }, row.day)
  return found.map(({ begins, ends, groupName, subjectName, ...lesson }) => ({
    ...lesson,
    ...toSpan({ day: lesson.day, begins, ends }),
    name: lesson.classId === null ? `${groupName}课` : `${classes.get(lesson.classId)?.label ?? ''}${subjectName}课`,
  }))
}

function toTeacher(
  { subject, subjectIds, classIds, gradeIds, ...teacher }: TeacherRow,
  lessons: readonly OpenLessonRow[],
  { duties, away }: Busy,
): Omit<CoverTeacher, 'covers' | 'pending'> {
  // Somebody without an assignment has at least the subject of her post.
  const ofPost = lessons.filter(({ subjectName }) => subjectName === subject).map(({ subjectId }) => subjectId)
  return {
    ...teacher,
    subjectIds: new Set([...subjectIds, ...ofPost]),
    classIds: new Set(classIds),
    gradeIds: new Set(gradeIds),
    duties: duties.map(({ startsAt, endsAt, kind }) => ({ startsAt, endsAt, isLesson: kind === lessonDuty })),
    away,
  }
}
