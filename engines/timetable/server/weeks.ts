import type { QueryOf } from '#packages/contract'
import { addDays, getMonday, notFound, scopeOf, type Ctx } from '#packages/core'
import { isOrgInScope } from '#kernel/org/server/api.ts'
import { getClassRowScope, listCalendarDays, listOrgTerms } from '#kernel/schooling/server/api.ts'
import { requireChild } from '#kernel/student/server/api.ts'
import { matchScope } from '#packages/core'
import {
  lessonStatuses,
  type DayCourse,
  type DayLesson,
  type StaffWeek,
  type timetableApi,
  type WeekView,
} from '../contract.ts'
import { describeLessons, todayOf } from './describe-lessons.ts'
import { createCalendarFile } from './calendar-file.ts'
import {
  findClassPlace,
  findMemberOrg,
  findRoomOrg,
  listLessonsOfClass,
  listLessonsOfMember,
  listLessonsOfPupil,
  listLessonsOfRoom,
  type LessonRow,
} from './lesson-queries.ts'
import { listPeriodsOfSchool, presentPeriods } from './load-model.ts'
import { timetableSetting } from './settings.ts'
import { getPath } from './timetables.ts'

const labels = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const dayRemarks: Partial<Record<string, string>> = { rest: '放假', closed: '停课', activity: '校内活动' }

async function presentWeek(ctx: Ctx, orgId: string, day: string, rows: readonly LessonRow[]): Promise<WeekView> {
  const monday = getMonday(day)
  const days = await listCalendarDays(ctx, orgId, monday, addDays(monday, 6))
  const lessons = await describeLessons(ctx, rows)
  return {
    days: days.map(({ day: on, kind, asWeekday, name }, at) => ({
      day: on,
      label: labels[at]!,
      remark:
        asWeekday !== null && asWeekday !== at + 1
          ? `按${labels[asWeekday - 1]}上课`
          : name || (at < 5 ? (dayRemarks[kind] ?? '') : ''),
      hasLessons: asWeekday !== null || lessons.some((lesson) => lesson.day === on),
    })),
    periods: presentPeriods(await listPeriodsOfSchool(ctx, orgId, day)),
    lessons,
    weekNo: days.find((one) => one.day === day)?.week ?? null,
  }
}

/** The week of the caller, or of a class, a colleague or a room in the caller's scope. */
export async function getWeek(ctx: Ctx, { day: on, ...of }: QueryOf<typeof timetableApi.week>): Promise<StaffWeek> {
  const { orgId, userId } = ctx.actor
  const day = todayOf(ctx, on)
  const [from, to] = [getMonday(day), addDays(getMonday(day), 6)]
  if (of.classId === null && of.roomId === null && (of.userId === null || of.userId === userId)) {
    const week = await presentWeek(ctx, orgId, day, await listLessonsOfMember(ctx.db, orgId, userId, from, to))
    return { ...week, nextDay: await findNextDay(ctx, week, day) }
  }
  const others = await listLessonsOfOthers(ctx, of, { day, from, to })
  return { ...(await presentWeek(ctx, others.orgId, day, others.rows)), nextDay: null }
}

async function listLessonsOfOthers(
  ctx: Ctx,
  { classId, userId, roomId }: Omit<QueryOf<typeof timetableApi.week>, 'day'>,
  { day, from, to }: { day: string; from: string; to: string },
) {
  if (classId !== null) {
    const orgId = await requireClass(ctx, classId, day)
    return { orgId, rows: await listLessonsOfClass(ctx.db, classId, from, to) }
  }
  if (roomId !== null) {
    const orgId = await requireWholeSchool(ctx, await findRoomOrg(ctx.db, roomId), '场室')
    return { orgId, rows: await listLessonsOfRoom(ctx.db, orgId, roomId, from, to) }
  }
  const orgId = await requireWholeSchool(ctx, await findMemberOrg(ctx.db, userId!), '教师')
  return { orgId, rows: await listLessonsOfMember(ctx.db, orgId, userId!, from, to) }
}

/** Longer than any holidays. */
const daysAhead = 70

/** On a day off: the next school day with the lessons that the caller has then. */
async function findNextDay(ctx: Ctx, week: WeekView, day: string): Promise<StaffWeek['nextDay']> {
  if (week.days.find((one) => one.day === day)!.hasLessons) return null
  const { orgId, userId } = ctx.actor
  const coming = await listCalendarDays(ctx, orgId, addDays(day, 1), addDays(day, daysAhead))
  const next = coming.find(({ asWeekday }) => asWeekday !== null)?.day
  if (next === undefined) return null
  return {
    day: next,
    lessons: await describeLessons(ctx, await listLessonsOfMember(ctx.db, orgId, userId, next, next)),
  }
}

async function requireClass(ctx: Ctx, classId: string, day: string): Promise<string> {
  const place = await findClassPlace(ctx.db, classId)
  if (!place) throw notFound('班级')
  const row = await getClassRowScope(ctx, { orgId: place.orgId, classId }, day)
  if (matchScope(scopeOf(ctx, 'timetable.read'), row).length === 0) throw notFound('班级')
  return place.orgId
}

/** Colleagues and rooms are read by those who read the timetables of the whole school. */
async function requireWholeSchool(ctx: Ctx, orgId: string | undefined, what: string): Promise<string> {
  if (!orgId || !(await isOrgInScope(ctx.db, scopeOf(ctx, 'timetable.read'), orgId))) throw notFound(what)
  return orgId
}

export async function getChildWeek(ctx: Ctx, { studentId, day: on }: QueryOf<typeof timetableApi.childWeek>) {
  const child = await requireChild(ctx, studentId)
  const day = todayOf(ctx, on)
  const monday = getMonday(day)
  const { familiesSee } = await timetableSetting.read(ctx, await getPath(ctx, child.orgId))
  const rows = familiesSee ? await listLessonsOfPupil(ctx.db, studentId, monday, addDays(monday, 6)) : []
  return presentWeek(ctx, child.orgId, day, rows)
}

const toDayCourse = (lesson: DayLesson): DayCourse => ({
  courseName: lesson.classId === null ? lesson.groupName : lesson.subjectName,
  subjectName: lesson.subjectName,
  teacherNames: lesson.teachers.map(({ name }) => name).join('、'),
  start: lesson.begins,
  end: lesson.ends,
  remark: [
    lesson.groupName,
    lesson.roomName,
    ...(lesson.status === 'planned' ? [] : [lesson.remark || lessonStatuses[lesson.status].label]),
  ]
    .filter((part) => part !== '')
    .join(' '),
})

/** The caller's lessons of a day, in the order of the day. */
export async function listMyDayCourses(
  ctx: Ctx,
  { day: on }: QueryOf<typeof timetableApi.myDayCourse>,
): Promise<DayCourse[]> {
  const day = todayOf(ctx, on)
  const rows = await listLessonsOfMember(ctx.db, ctx.actor.orgId, ctx.actor.userId, day, day)
  return (await describeLessons(ctx, rows)).map(toDayCourse)
}

/** The caller's lessons of the running term, and of coming ones that have a timetable, for a calendar program. */
export async function getCalendarFile(ctx: Ctx) {
  const { orgId, userId } = ctx.actor
  const terms = await listOrgTerms(ctx, orgId)
  const term = terms.find(({ isCurrent }) => isCurrent)
  const last = terms
    .map(({ endsOn }) => endsOn)
    .toSorted()
    .at(-1)
  const rows = term && last ? await listLessonsOfMember(ctx.db, orgId, userId, term.startsOn, last) : []
  const lessons = await describeLessons(ctx, rows)
  return { name: `课表-${term?.name ?? ''}.ics`, text: createCalendarFile(lessons, ctx.now) }
}
