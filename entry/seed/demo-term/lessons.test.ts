import { expect, it } from 'vitest'
import {
  getWeekHours,
  planLessons,
  listVacancies,
  type ClassToTeach,
  type TaughtSubject,
  type SubjectTeacher,
} from './lessons.ts'

const names = [
  '语文',
  '数学',
  '英语',
  '道德与法治',
  '科学',
  '体育与健康',
  '音乐',
  '美术',
  '信息科技',
  '劳动',
  '综合实践',
  '班会',
]
const subjects: TaughtSubject[] = [
  ...names.map((name) => ({ id: name, name, stages: [2, 3] })),
  { id: '历史', name: '历史', stages: [3] },
  { id: '地理', name: '地理', stages: [3] },
]
const classesOf = (stage: number, grades: number, each: number): ClassToTeach[] =>
  Array.from({ length: grades * each }, (_, at) => ({
    id: `${stage}-${at}`,
    gradeId: `${stage}-${Math.floor(at / each)}`,
    stage,
  }))

it.each([
  ['two of each grade', [...classesOf(3, 3, 2), ...classesOf(2, 6, 2)]],
  ['one of each grade', [...classesOf(3, 3, 1), ...classesOf(2, 6, 1)]],
  ['a middle school', classesOf(3, 3, 4).map((one) => ({ ...one, hasLongDays: true }))],
  ['a large school', [...classesOf(3, 3, 6), ...classesOf(2, 6, 4)]],
])('finds a teacher for every lesson and a class teacher for every class: %s', (_, classes) => {
  const there: SubjectTeacher[] = [
    { userId: 'wu', subject: '语文', stage: 3 },
    { userId: 'he', subject: '数学', stage: 2 },
  ]
  const hired = listVacancies(classes, subjects, there).map((vacancy, at) => ({ ...vacancy, userId: `new-${at}` }))
  const { lessons, heads } = planLessons(classes, subjects, [...there, ...hired], 'wu')

  for (const one of classes) {
    const { id, stage, hasLongDays } = one
    const own = lessons.filter(({ classId }) => classId === id)
    const wanted = subjects.filter(({ stages }) => stages.includes(stage)).map(({ name }) => name)
    expect(own.map(({ subjectId }) => subjectId).toSorted()).toEqual(wanted.toSorted())
    const hours = own.reduce((sum, { weekHours }) => sum + weekHours, 0)
    expect(hours).toBe(wanted.reduce((sum, name) => sum + getWeekHours(one, name), 0))
    expect(hours).toBeLessThanOrEqual(hasLongDays ? 40 : 30)
  }
  const loads = Map.groupBy(lessons, ({ userId }) => userId)
  for (const [, own] of loads) expect(own.reduce((sum, { weekHours }) => sum + weekHours, 0)).toBeLessThanOrEqual(18)
  expect(heads.map(({ classId }) => classId).toSorted()).toEqual(classes.map(({ id }) => id).toSorted())
  expect(new Set(heads.map(({ userId }) => userId)).size).toBe(classes.length)
  expect(heads).toContainEqual({ classId: classes[0]!.id, userId: 'wu' })
})
