import type { TaughtGroup } from '#kernel/schooling/server/api.ts'
import type { Cell, ModelPeriod, ModelRoom, TimetableRule } from './model.ts'

/** On which afternoon the teachers of a subject meet. */
const researchDays: readonly (readonly [subject: string, weekday: number])[] = [
  ['语文', 2],
  ['数学', 3],
  ['英语', 4],
  ['科学', 4],
  ['体育与健康', 5],
]
const specialRooms: readonly (readonly [subject: string, kind: string])[] = [
  ['信息科技', '计算机'],
  ['音乐', '音乐'],
  ['美术', '美术'],
]
/** Special rooms that are nearly always in use leave no timetable for a school. */
const mostUse = 0.8

interface DemoSchool {
  groups: readonly TaughtGroup[]
  periods: readonly ModelPeriod[]
  rooms: readonly ModelRoom[]
  weekdays: readonly number[]
}

/** What a usual school asks of its timetable. */
export function planDemoRules({ groups, periods, rooms, weekdays }: DemoSchool): TimetableRule[] {
  const lessons = periods.filter(({ kind }) => kind === 'lesson')
  const noon = periods.find(({ kind }) => kind === 'noon')
  const afternoon = lessons.filter(({ begins }) => noon && begins > noon.begins)
  const [first, last] = [lessons[0], lessons.at(-1)]
  if (!first || !last) return []
  const bySubject = Map.groupBy(groups, ({ subjectName }) => subjectName)
  const idsOf = (...names: string[]) => names.flatMap((name) => bySubject.get(name)?.[0]?.subjectId ?? [])
  const daily = (periodId: string): Cell[] => weekdays.map((weekday) => ({ weekday, periodId }))
  const rules: TimetableRule[] = []
  for (const [name, weekday] of researchDays) {
    const userIds = [...new Set((bySubject.get(name) ?? []).flatMap(listTeachers))]
    const cells = afternoon.map(({ id }): Cell => ({ weekday, periodId: id }))
    if (userIds.length > 0 && cells.length > 0) rules.push({ kind: 'teacher-off', userIds, cells })
  }
  const addForSubjects = (names: string[], create: (subjectIds: string[]) => TimetableRule) => {
    const subjectIds = idsOf(...names)
    if (subjectIds.length > 0) rules.push(create(subjectIds))
  }
  for (const subjectId of idsOf('班会'))
    rules.push({ kind: 'subject-fixed', subjectId, gradeIds: [], cell: { weekday: 1, periodId: last.id } })
  addForSubjects(['体育与健康'], (subjectIds) => ({
    kind: 'subject-off',
    subjectIds,
    cells: daily(first.id),
    isSoft: false,
  }))
  addForSubjects(['数学', '英语'], (subjectIds) => ({
    kind: 'subject-off',
    subjectIds,
    cells: daily(last.id),
    isSoft: true,
  }))
  addForSubjects(['语文', '数学', '英语'], (subjectIds) => ({ kind: 'subject-daily-most', subjectIds, most: 2 }))
  addForSubjects(['体育与健康', '音乐', '美术'], (subjectIds) => ({ kind: 'subject-daily-most', subjectIds, most: 1 }))
  for (const [name, kind] of specialRooms) {
    const roomIds = rooms.filter((room) => room.name.startsWith(kind)).map(({ id }) => id)
    const hours = (bySubject.get(name) ?? []).reduce((sum, group) => sum + countHours(group), 0)
    if (roomIds.length > 0 && hours <= mostUse * roomIds.length * lessons.length * weekdays.length)
      addForSubjects([name], (subjectIds) => ({ kind: 'subject-rooms', subjectIds, roomIds }))
  }
  rules.push({ kind: 'teacher-daily-most', userIds: [], most: 5 })
  return rules
}

const listTeachers = ({ assignments }: TaughtGroup) => assignments.map(({ userId }) => userId)
const countHours = ({ assignments }: TaughtGroup) =>
  assignments.reduce((sum, { weekHours }) => sum + Number(weekHours), 0)
