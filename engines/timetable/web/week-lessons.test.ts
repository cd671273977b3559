import { expect, it } from 'vitest'
import { lessonOf, second, week } from './week.fixture.ts'
import { findNextLesson, listLessonsOn, toPhoneDays, toStripLesson } from './week-lessons.ts'

it('tells a teacher the class and a class its teachers', () => {
  expect(toStripLesson(lessonOf(), 'teacher')).toMatchObject({ title: '数学', detail: '七(3)班', place: '301' })
  expect(toStripLesson(lessonOf(), 'class')).toMatchObject({ title: '数学', detail: '陈国栋、孙丽' })
})

it('names a free group to its pupils', () => {
  const free = lessonOf({ classId: null, groupName: '物理A班', subjectName: '物理' })
  expect(toStripLesson(free, 'class').title).toBe('物理A班')
  expect(toStripLesson(free, 'teacher')).toMatchObject({ title: '物理', detail: '物理A班' })
})

it('marks what was changed, and the lesson that is going on', () => {
  const changed = (remark: string) => toStripLesson(lessonOf({ status: 'changed', remark }), 'class')
  expect(changed('由孙丽代课')).toMatchObject({ state: 'substituted', note: '由孙丽代课' })
  expect(changed('与英语课对调').state).toBe('moved')
  expect(changed('11月20日第3节调来').state).toBe('moved')
  expect(changed('11月20日第3节补课').state).toBe('madeUp')
  expect(changed('与七(1)班合班').state).toBe('merged')
  expect(changed('自习（孙丽看管）').state).toBe('selfStudy')
  expect(changed('改在实验室').state).toBe('changed')
  expect(toStripLesson(lessonOf({ status: 'cancelled', remark: '停课' }), 'class').state).toBe('cancelled')
  expect(toStripLesson(lessonOf(), 'class', '08:20').isNow).toBe(true)
  expect(toStripLesson(lessonOf(), 'class', '08:40').isNow).toBeUndefined()
  expect(toStripLesson(lessonOf({ status: 'cancelled' }), 'class', '08:20').isNow).toBeUndefined()
})

it('shows the days of the school week and Sundays with lessons, each in the order of the day', () => {
  const days = toPhoneDays(week, 'teacher', '2026-11-19', '08:20')
  expect(days.map(({ label, isToday = false, lessons }) => `${label} ${isToday} ${lessons.length}`)).toEqual([
    '周三 false 0',
    '周四 true 2',
    '周五 false 0',
    '周日 false 0',
  ])
  expect(days[1]!.lessons.map(({ period }) => period)).toEqual(['第1节', '第2节'])
  expect(days[2]).toMatchObject({ remark: '运动会', date: '11-20' })
})

it('finds the lesson that comes next, leaving out the cancelled ones', () => {
  const lessons = listLessonsOn(week, '2026-11-19')
  expect(findNextLesson(lessons, '08:39')?.periodName).toBe('第1节')
  expect(findNextLesson(lessons, '08:40')?.periodName).toBe('第2节')
  expect(findNextLesson(lessons, '10:00')).toBeUndefined()
  expect(findNextLesson([lessonOf({ status: 'cancelled' }), second], '08:00')).toBe(second)
})
