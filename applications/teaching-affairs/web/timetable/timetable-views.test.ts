import { describe, expect, it } from 'vitest'
import { contentOf, ids, slotOf } from '../timetable.fixture.ts'
import { listMasterRows } from './master-rows.ts'
import {
  findViewOf,
  formatPlace,
  indexContent,
  listChoices,
  listLessons,
  listPeriods,
  listWaiting,
  nameSlot,
  type View,
} from './timetable-views.ts'

it('has lessons in early readings and evenings, and none in breaks and in the care after school', () => {
  const content = contentOf()
  const kinds = ['reading', 'lesson', 'break', 'noon', 'care', 'evening'] as const
  const periods = kinds.map((kind) => ({ ...content.periods[0]!, id: kind, kind }))
  const open = listPeriods({ ...content, periods }, true).filter(({ isBreak }) => !isBreak)
  expect(open.map(({ id }) => id)).toEqual(['reading', 'lesson', 'evening'])
})

const index = indexContent(contentOf())
const titles = (view: View) => listLessons(index, view).map(({ title, detail }) => `${title} ${detail}`)

describe('the timetables of a version', () => {
  it('of a class: its lessons and those of the free groups of its pupils', () => {
    expect(titles({ kind: 'class', id: ids.first })).toEqual(['数学 陈国栋', '英语 孙丽', '合唱A班 孙丽'])
    expect(titles({ kind: 'class', id: ids.second })).toEqual(['数学 陈国栋', '合唱A班 孙丽'])
  })

  it('of a teacher: the classes', () => {
    expect(titles({ kind: 'teacher', id: ids.chen })).toEqual(['数学 七(1)班', '数学 七(2)班'])
  })

  it('of a room: classes and teachers', () => {
    expect(titles({ kind: 'room', id: ids.room })).toEqual(['数学 七(1)班 陈国栋'])
  })

  it('marks odd weeks and locks', () => {
    expect(listLessons(index, { kind: 'class', id: ids.second })).toMatchObject([
      { isLocked: true, place: '' },
      { weekNote: '单', isLocked: false },
    ])
  })

  it('names listed weeks', () => {
    const slots = [
      slotOf({
        id: ids.mondayMaths,
        groupId: ids.maths1,
        weekday: 1,
        periodId: ids.one,
        weekRule: 'listed',
        weeks: [3, 5],
      }),
    ]
    const listed = indexContent(contentOf({ slots }))
    expect(listLessons(listed, { kind: 'class', id: ids.first })[0]).toMatchObject({ weekNote: '第3、5' })
  })

  it('keeps the waiting lessons apart, with their class', () => {
    expect(listWaiting(index, { kind: 'class', id: ids.first })).toMatchObject([{ title: '数学', group: '七(1)班' }])
    expect(listWaiting(index, { kind: 'class', id: ids.second })).toEqual([])
    expect(listWaiting(index, { kind: 'teacher', id: ids.chen })).toHaveLength(1)
  })

  it('draws the noon as a line', () => {
    expect(listPeriods(index.content).map(({ name, isBreak = false }) => `${name} ${isBreak}`)).toEqual([
      '第1节 false',
      '第2节 false',
      '午休 true',
      '第3节 false',
    ])
  })

  it('draws periods without lessons as lines, except where lessons can be moved to', () => {
    const [first, ...others] = index.content.periods
    const reading = { id: ids.waitingMaths, name: '早读', begins: '07:40', ends: '08:00', kind: 'reading' as const }
    const care = { id: ids.choirLesson, name: '课后服务', begins: '16:30', ends: '17:30', kind: 'care' as const }
    const content = { ...index.content, periods: [reading, first!, ...others, care] }
    const lines = (isEdited: boolean) =>
      listPeriods(content, isEdited).flatMap(({ name, isBreak }) => (isBreak ? name : []))
    expect(lines(false)).toEqual(['早读', '午休', '课后服务'])
    expect(lines(true)).toEqual(['午休', '课后服务'])
  })

  it('offers only teachers with lessons, and classes by grade', () => {
    expect(listChoices(index, 'teacher').map(({ label }) => label)).toEqual(['陈国栋', '孙丽'])
    expect(listChoices(index, 'class')[0]).toEqual({ value: ids.first, label: '七(1)班', group: '七年级' })
  })

  it('has a row for each class on the sheet of the school', () => {
    expect(listMasterRows(index).map(({ name, lessons }) => `${name} ${lessons.length}`)).toEqual([
      '七(1)班 3',
      '七(2)班 2',
    ])
  })
})

describe('finding a lesson', () => {
  it('shows it in the kind of view that is open, if it has one', () => {
    expect(findViewOf(index, ids.tuesdayEnglish, 'teacher')).toEqual({ kind: 'teacher', id: ids.sun })
    expect(findViewOf(index, ids.tuesdayEnglish, 'room')).toEqual({ kind: 'class', id: ids.first })
    expect(findViewOf(index, ids.choirLesson, 'class')).toEqual({ kind: 'class', id: ids.first })
    expect(findViewOf(index, ids.school, 'class')).toBeUndefined()
  })

  it('names it and its place', () => {
    expect(nameSlot(index, ids.mondayMaths)).toBe('七(1)班 数学')
    expect(nameSlot(index, ids.choirLesson)).toBe('合唱A班')
    expect(formatPlace(index, { weekday: 3, periodId: ids.one })).toBe('周三 第1节')
    expect(formatPlace(index, null)).toBe('待排')
  })
})
