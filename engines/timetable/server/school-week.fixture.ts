import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, type TestDatabase } from '#packages/testing'
import { assignTeacher, ensureDefaultPeriods, listPeriodsOn } from '#kernel/schooling/server/api.ts'
import { saveTeachingGroup } from '#kernel/schooling/server/service/classes/teaching-matrix.ts'
import { aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { setGroupMembers } from '#kernel/student/server/service/students/rosters.ts'
import { lessonDutyKind } from './contributions.ts'
import { aTaughtGrade } from './example.ts'
import { listLessonsToChange } from './lesson-change-queries.ts'
import { listLessonsFrom } from './lesson-queries.ts'
import { publishTimetable } from './publish.ts'
import { listSlots, updateSlots } from './slot-queries.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { createTimetable, getContent, requireDraft } from './timetables.ts'

/** A Sunday in the running term; the timetable holds from the Monday after it. */
export const sunday = new Date('2026-11-15T02:00:00Z')
export const monday = '2026-11-16'

type Subject = '语文' | '数学' | '英语' | '体育与健康'
/** By class the lessons of each day in the first two periods; afterwards the week is empty. */
const plan: readonly (readonly Subject[])[][] = [
  [['语文', '数学'], ['英语', '语文'], ['数学', '英语'], ['体育与健康']],
  [
    ['数学', '英语'],
    ['语文', '数学'],
    ['英语', '语文'],
    ['语文', '体育与健康'],
  ],
]
const subjects = { 语文: 3, 数学: 2, 英语: 2, 体育与健康: 1 }

interface FreeGroup {
  name: string
  subject: Subject
  /** Weekday and period. */
  at: readonly [number, number]
  members: (pupils: readonly string[]) => string[]
}
/** 45 pupils of both classes skip or play; one of them also has English on Friday. */
const freeGroups: FreeGroup[] = [
  { name: '篮球', subject: '体育与健康', at: [4, 5], members: (pupils) => pupils.slice(0, 45) },
  { name: '跳绳', subject: '体育与健康', at: [5, 1], members: (pupils) => pupils.slice(46) },
  { name: '英语提高', subject: '英语', at: [5, 1], members: (pupils) => [pupils[0]!, pupils[45]!] },
]

/** A school with two classes of 26 pupils and three free groups, and its published week. */
export async function createSchoolWeek(database: TestDatabase) {
  database.contribute('dutyKinds', lessonDutyKind)
  const as = atMoment(database)
  const at = await as(createActor(), sunday, createTimetableSchools)
  const rights = ['student.event', 'student.edit', 'student.read', 'room.edit'].map(
    (right) => [right, orgTreeScope(at.school)] as const,
  )
  const office: Actor = { ...at.office, permissions: new Map([...at.office.permissions, ...rights]) }
  const inOffice = <T>(work: (ctx: Ctx) => Promise<T>, when = sunday) => as(office, when, work)
  const made = await inOffice(async (ctx) => {
    await ensureDefaultPeriods(ctx, at.school.id)
    const names = { 语文: '王芳', 数学: '李明', 英语: '赵雪', 体育与健康: '钱勇' }
    const grade = await aTaughtGrade(ctx, at.school, { subjects, names })
    const pupils: string[] = []
    for (let count = 0; count < 52; count++) {
      const place = { ...grade, classId: grade.classIds[count < 26 ? 0 : 1]! }
      pupils.push((await aPupil(ctx, place, { guardians: [] })).id)
    }
    const coaches = await formGroups(ctx, grade, pupils)
    const periods = (await listPeriodsOn(ctx, at.school.id, grade.gradeId, monday)).filter(
      ({ kind }) => kind === 'lesson',
    )
    return { grade, pupils, coaches, periods }
  })
  const week = { ...at, ...made, office, inOffice, as }
  await inOffice((ctx) => publishWeek(ctx, week, monday))
  return week
}
export type SchoolWeek = Awaited<ReturnType<typeof createSchoolWeek>>

async function formGroups(ctx: Ctx, grade: Awaited<ReturnType<typeof aTaughtGrade>>, pupils: readonly string[]) {
  const coaches = new Map<string, Teacher>()
  const termId = grade.term.id
  for (const { name, subject, members } of freeGroups) {
    const coach = await aTeacher(ctx, { at: { id: grade.orgId }, since: '2020-08-01', name: `${name}教练` })
    const subjectId = grade.subjectIds.get(subject)!
    const form = { id: null, termId, gradeId: grade.gradeId, subjectId, name, capacity: null, version: 0 }
    const { id: groupId } = await saveTeachingGroup(ctx, form)
    const post = { termId, classIds: [], groupId, subjectId: null, userId: coach.userId, role: 'lead' as const }
    await assignTeacher(ctx, { ...post, weekHours: 1, from: grade.term.startsOn })
    await setGroupMembers(ctx, { groupId, studentIds: members(pupils), from: grade.term.startsOn })
    coaches.set(name, coach)
  }
  return coaches
}

/** Publishes the week from a day on; with `shift` every lesson of the classes is so many periods later. */
export async function publishWeek(
  ctx: Ctx,
  { grade, periods }: Pick<SchoolWeek, 'grade' | 'periods'>,
  effectiveOn: string,
  shift = 0,
) {
  const form = { termId: grade.term.id, orgId: null, name: `${effectiveOn}起`, copyId: null }
  const { id } = await createTimetable(ctx, form)
  const { groups } = await getContent(ctx, id)
  const waiting = Map.groupBy(await listSlots(ctx.db, id), ({ groupId }) => groupId)
  const placed: Awaited<ReturnType<typeof listSlots>> = []
  const place = (groupId: string, weekday: number, period: number) => {
    const slot = waiting.get(groupId)?.shift()
    if (slot) placed.push({ ...slot, weekday, periodId: periods[period - 1]!.slotId })
  }
  for (const [classAt, week] of plan.entries())
    for (const [dayAt, lessons] of week.entries())
      for (const [at, subject] of lessons.entries()) {
        const classId = grade.classIds[classAt]
        const group = groups.find((one) => one.classId === classId && one.subjectName === subject)!
        place(group.id, dayAt + 1, at + 1 + shift)
      }
  for (const { name, at } of freeGroups) place(groups.find(({ label }) => label === name)!.id, ...at)
  await updateSlots(ctx.db, placed, ctx.now)
  const { version } = await requireDraft(ctx, 'timetable.publish', id)
  await publishTimetable(ctx, { timetableId: id, effectiveOn, version })
  return id
}

/** The lesson of a class (by its position) or of a free group at a period of a day, as a change sees it. */
export async function findLesson(week: SchoolWeek, of: number | string, day: string, period: number) {
  return week.inOffice(async (ctx) => {
    const there = await listLessonsFrom(ctx.db, week.school.id, day, day)
    const rows = await listLessonsToChange(
      ctx.db,
      week.school.id,
      there.map(({ id }) => id),
    )
    const { begins } = week.periods[period - 1]!
    const found = [...rows.values()].find(
      (one) =>
        one.begins === begins &&
        (typeof of === 'number' ? one.classId === week.grade.classIds[of] : one.groupName === of),
    )
    if (!found) throw new Error(`no lesson of ${of} on ${day} in period ${period}`)
    return found
  })
}

/** A room of the school. */
export async function aRoom(database: TestDatabase, { districtId }: Actor, orgId: string, name: string) {
  const id = newId()
  await database.sql(
    `insert into tenant.room (district_id, id, org_id, name, kind, created_at, updated_at)
     values ($1, $2, $3, $4, 'lab', now(), now())`,
    [districtId, id, orgId, name],
  )
  return id
}
