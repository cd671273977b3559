import { beforeAll } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { changeLessons, toMoment, type LessonChange } from '#engines/timetable/server/api.ts'
import {
  createSchoolWeek,
  findLesson,
  monday,
  sunday,
  type SchoolWeek,
} from '#engines/timetable/server/school-week.fixture.ts'
import type { RollForm } from '../../contract.ts'
import { attendanceSetting } from '../settings.ts'
import { saveRoll } from './save-roll.ts'

export { monday, sunday }
export const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)
export const deviceA = 'device-aaaa'
export const deviceB = 'device-bbbb'

type LessonOfWeek = Awaited<ReturnType<typeof findLesson>>
export type TapOf = Partial<RollForm['marks'][number]> & Pick<RollForm['marks'][number], 'studentId' | 'status'>
type RollOptions = Partial<Omit<RollForm, 'marks' | 'lessonId'>> & { marks?: TapOf[] }

/** A form as a device with the right clock sends it. */
export const rollOf = (lesson: { id: string }, now: Date, { marks = [], ...more }: RollOptions = {}): RollForm => ({
  lessonId: lesson.id,
  device: deviceA,
  sentAt: now.toISOString(),
  madeAt: now.toISOString(),
  mode: 'absent',
  submit: false,
  ...more,
  marks: marks.map((one) => ({ minutes: null, remark: '', at: now.toISOString(), seenAt: null, ...one })),
})

/** A school with two classes of 26 pupils, three free groups, and somebody in the office who may do everything. */
export function createRollWorld({ poolSize = 6 } = {}) {
  const database = useDatabase({ poolSize })
  const world = {} as { week: SchoolWeek; clerk: Actor }
  beforeAll(async () => {
    await database.ensurePartitions('2026-01-01', 14)
    database.contribute('settings', attendanceSetting)
    world.week = await createSchoolWeek(database)
    const { office, school } = world.week
    world.clerk = { ...office, permissions: new Map([...office.permissions, ['roll.manage', orgTreeScope(school)]]) }
    database.contribute('attendanceOffice', {
      listPeople: async () => [world.clerk.personId],
      findRight: async ({ actor }, { orgId }) =>
        orgId !== school.id ? undefined : actor.permissions.has('roll.manage') ? 'manage' : undefined,
    })
  })

  const teacher = (subject: string): Actor => {
    const found = world.week.grade.teachers.get(subject) ?? world.week.coaches.get(subject)
    if (!found) throw new Error(`nobody teaches ${subject}`)
    return found
  }
  const as = <T>(actor: Actor, now: Date, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
  const lessonAt = (of: number | string, day: string, period: number) => findLesson(world.week, of, day, period)
  const begin = ({ day, begins }: LessonOfWeek) => toMoment(day, begins)
  const end = ({ day, ends }: LessonOfWeek) => toMoment(day, ends)
  const save = (actor: Actor, lesson: { id: string }, now: Date, options: RollOptions = {}) =>
    as(actor, now, (ctx) => saveRoll(ctx, rollOf(lesson, now, options)))
  const change = (lesson: { id: string }, to: LessonChange['to'], when = sunday) =>
    world.week.inOffice(
      (ctx) =>
        changeLessons(ctx, {
          orgId: world.week.school.id,
          by: 'cover',
          changes: [{ lessonId: lesson.id, seenAt: undefined, to, remark: '' }],
        }),
      when,
    )
  const pupil = (at: number): string => {
    const id = world.week.pupils[at]
    if (id === undefined) throw new Error(`no pupil ${at}`)
    return id
  }
  const marksOf = (lesson: { id: string }) =>
    database.sql<{ studentId: string; status: string; source: string; minutes: number | null; differs: boolean }>(
      `select m.student_id as "studentId", m.status, m.source, m.minutes, m.differs from tenant.attendance_mark m
       join tenant.attendance_session s on s.id = m.session_id where s.ref = $1 order by m.student_id`,
      [lesson.id],
    )
  return { database, world, teacher, as, lessonAt, begin, end, save, change, pupil, marksOf }
}
