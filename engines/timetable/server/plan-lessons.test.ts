import { expect, it } from 'vitest'
import { planLessons, type LessonSources } from './plan-lessons.ts'

const assignment = (userId: string, from: string, overOn: string | null, role: 'lead' | 'cover' = 'lead') => ({
  id: userId,
  userId,
  teacherName: userId,
  role,
  weekHours: 5,
  from,
  overOn,
})
const maths = {
  id: 'maths',
  kind: 'class' as const,
  gradeId: 'seven',
  subjectId: 's',
  subjectName: '数学',
  shortName: '数',
  label: '七(1)班',
  classId: 'one',
  closedOn: null as string | null,
  roomId: '301',
  assignments: [assignment('wang', '2026-09-01', null)],
}
const slot = (id: string, weekday: number, weekRule: 'every' | 'odd' | 'even' = 'every') => ({
  id,
  groupId: 'maths',
  weekday,
  periodId: 'p1',
  weekRule,
  weeks: [],
  roomId: null,
  teacherIds: [],
})
const sources = (facts: Partial<LessonSources>): LessonSources => ({
  days: [],
  timetables: [{ id: 't', effectiveOn: '2026-09-01', slots: [slot('mon', 1), slot('fri', 5)] }],
  groups: [maths],
  findPeriods: () => [{ slotId: 'p1', begins: '08:00', ends: '08:40' }],
  ...facts,
})
const day = (on: string, asWeekday: number | null, week = 2) => ({ day: on, asWeekday, week })
const facts = (lessons: ReturnType<typeof planLessons>) =>
  lessons.map((lesson) => `${lesson.day} ${lesson.slotId} ${lesson.begins} ${lesson.teacherIds.join()}`)

it('holds the lessons of Friday on a Sunday that makes up for it, and none on a holiday', () => {
  const days = [day('2026-10-05', null), day('2026-10-09', 5), day('2026-10-11', 5)]
  expect(facts(planLessons(sources({ days })))).toEqual(['2026-10-09 fri 08:00 wang', '2026-10-11 fri 08:00 wang'])
})

it('alternates by the week of the term', () => {
  const slots = [slot('odd', 1, 'odd'), slot('even', 1, 'even')]
  const days = [day('2026-09-07', 1, 2), day('2026-09-14', 1, 3)]
  expect(
    planLessons(sources({ days, timetables: [{ id: 't', effectiveOn: '2026-09-01', slots }] })).map(
      (lesson) => lesson.slotId,
    ),
  ).toEqual(['even', 'odd'])
})

it('moves with the times of the winter and changes to the new version on its day', () => {
  const timetables = [
    { id: 'new', effectiveOn: '2026-10-12', slots: [slot('tue', 2)] },
    { id: 'old', effectiveOn: '2026-09-01', slots: [slot('mon', 1)] },
  ]
  const findPeriods = (_: string, on: string) => [
    { slotId: 'p1', begins: on < '2026-10-08' ? '08:00' : '08:20', ends: '09:00' },
  ]
  const days = [day('2026-10-05', 1), day('2026-10-12', 1), day('2026-10-13', 2)]
  expect(facts(planLessons(sources({ days, timetables, findPeriods })))).toEqual([
    '2026-10-05 mon 08:00 wang',
    '2026-10-13 tue 08:20 wang',
  ])
})

it('has the new teacher from her day on, and the substitute in place of the lead teacher', () => {
  const group = {
    ...maths,
    assignments: [
      assignment('wang', '2026-09-01', '2026-11-02'),
      assignment('li', '2026-11-02', null),
      assignment('zhao', '2026-11-09', '2026-11-16', 'cover'),
    ],
  }
  const days = [day('2026-10-26', 1), day('2026-11-02', 1), day('2026-11-09', 1), day('2026-11-16', 1)]
  expect(planLessons(sources({ days, groups: [group] })).map(({ teacherIds }) => teacherIds.join())).toEqual([
    'wang',
    'li',
    'zhao',
    'li',
  ])
})

it('ends with the class', () => {
  const days = [day('2026-11-02', 1), day('2026-11-09', 1)]
  expect(facts(planLessons(sources({ days, groups: [{ ...maths, closedOn: '2026-11-09' }] })))).toEqual([
    '2026-11-02 mon 08:00 wang',
  ])
})
