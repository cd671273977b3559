import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { click, createTestRoot, getPageText, pressKey } from '../test-root.fixture.tsx'
import { compareTimetables, groupChanges } from './compare-timetables.ts'
import type { GridDay, GridLesson, GridPeriod } from './grid-types.ts'
import { MasterGrid } from './master-grid.tsx'
import { PrintedMaster } from './printed-master.tsx'
import { PocketCard } from './printed-timetable.tsx'
import { toShortPerson, toShortTitle } from './short-title.ts'
import { addStep, createHistory, redoStep, undoStep, type StepHistory } from './step-history.ts'
import { getSubjectColour } from './subject-colour.ts'
import { TimetableCompare } from './timetable-compare.tsx'

const days: readonly GridDay[] = ['周一', '周二', '周三', '周四', '周五'].map((label, at) => ({
  weekday: at + 1,
  label,
}))
const periods: readonly GridPeriod[] = Array.from({ length: 8 }, (_, at) => ({
  id: `p${at + 1}`,
  name: `第${at + 1}节`,
  begins: '08:00',
  ends: '08:40',
}))
const at = (id: string, title: string, weekday: number, period: number, place = '301教室'): GridLesson => {
  return { id, title, subjectId: title, detail: '陈国栋', place, weekday, periodId: `p${period}` }
}
const before = [at('1', '数学', 1, 1), at('2', '数学', 2, 1), at('3', '美术', 3, 1), at('4', '科学', 4, 1)]
const after = [at('a', '数学', 1, 2), at('b', '数学', 2, 2), at('c', '信息', 3, 1), at('d', '科学', 4, 1, '302教室')]
const nameCell = ({ weekday, periodId }: { weekday: number; periodId: string }) => `${weekday}-${periodId}`

let stage: ReturnType<typeof createTestRoot>
beforeEach(() => (stage = createTestRoot()))
afterEach(() => stage.close())

it('finds what two plans have in common, whatever the ids of their lessons are', () => {
  const { same, moved, relocated, onlyBefore, onlyAfter } = compareTimetables(before, after)
  expect([same, moved, relocated, onlyBefore, onlyAfter].map(({ length }) => length)).toEqual([0, 2, 1, 1, 1])
  const renamed = before.map((lesson) => ({ ...lesson, id: `new ${lesson.id}` }))
  expect(groupChanges(compareTimetables(before, renamed), nameCell)).toEqual([])
})

it('groups equal changes', () => {
  const groups = groupChanges(compareTimetables(before, after), nameCell)
  expect(groups.map(({ kind, title, count, details }) => [kind, title, count, details])).toEqual([
    ['moved', '数学 陈国栋', 2, ['1-p1 → 1-p2', '2-p1 → 2-p2']],
    ['relocated', '科学 陈国栋', 1, ['4-p1：301教室 → 302教室']],
    ['onlyBefore', '美术 陈国栋', 1, ['3-p1']],
    ['onlyAfter', '信息 陈国栋', 1, ['3-p1']],
  ])
})

it('loses no lesson, and mirrors when the plans are exchanged', () => {
  const plan = fc.uniqueArray(
    fc.record({ title: fc.constantFrom('数学', '语文'), weekday: fc.nat(4), period: fc.nat(3) }),
    { selector: ({ weekday, period }) => `${weekday}:${period}` },
  )
  const listLessons = (cells: { title: string; weekday: number; period: number }[]) =>
    cells.map(({ title, weekday, period }, index) => at(String(index), title, weekday, period))
  fc.assert(
    fc.property(plan.map(listLessons), plan.map(listLessons), (one, other) => {
      const there = compareTimetables(one, other)
      const back = compareTimetables(other, one)
      const both = there.same.length + there.moved.length
      expect(both + there.onlyBefore.length).toBe(one.length)
      expect(both + there.onlyAfter.length).toBe(other.length)
      expect(back.same.length).toBe(there.same.length)
      expect(back.moved.length).toBe(there.moved.length)
    }),
  )
})

it('counts the differences in words, and marks the cells', async () => {
  const plans = { label: '七(3)班课表', days, periods, names: ['方案一', '方案二'] } as const
  await stage.show(<TimetableCompare {...plans} before={before} after={after} />)
  expect(getPageText()).toContain('不同 5 节，相同 0 节')
  for (const text of ['时间不同 2 节', '只在方案一 1 节', '移到周一第2节', '301教室 → 302教室']) {
    expect(getPageText()).toContain(text)
  }
  expect(document.querySelectorAll('[data-differs]')).toHaveLength(6)
  await stage.show(<TimetableCompare {...plans} before={before} after={before} />)
  expect(getPageText()).toContain('两个方案相同')
})

const rows = Array.from({ length: 36 }, (_, number) => ({
  id: String(number),
  name: `七(${number + 1})班`,
  lessons: days.flatMap(({ weekday }) =>
    periods.map((_period, period) => ({ ...at(`${number} ${weekday} ${period}`, '道德与法治', weekday, period + 1) })),
  ),
}))

it('shows 36 classes with 40 periods, one tab stop and what a cell means', async () => {
  const opened: string[] = []
  await stage.show(
    <MasterGrid
      label="总课表"
      rowTitle="班级"
      days={days}
      periods={periods}
      rows={rows}
      onOpen={({ rowId, weekday, periodId }) => opened.push(`${rowId} ${weekday} ${periodId}`)}
    />,
  )
  const cells = [...document.querySelectorAll<HTMLElement>('tbody td')]
  expect(cells).toHaveLength(1440)
  expect(cells[0]!.textContent).toBe('道德')
  expect(cells[0]!.title).toBe('七(1)班 周一第1节：道德与法治 陈国栋 301教室')
  expect(document.querySelectorAll('tbody [tabindex="0"]')).toHaveLength(1)
  cells[0]!.focus()
  await pressKey('ArrowDown')
  await pressKey('ArrowRight')
  await pressKey('Enter')
  await click(cells[1439]!)
  expect(opened).toEqual(['1 1 p2', '35 5 p8'])
  await stage.show(<MasterGrid label="总课表" rowTitle="班级" days={days} periods={periods} rows={[]} />)
  expect(getPageText()).toContain('还没有可显示的课表')
})

it('prints subject and teacher in each cell, and drops what does not fit', async () => {
  const sheet = { days, periods, title: '总课表', facts: '', foot: '' }
  await stage.show(<PrintedMaster {...sheet} rowTitle="班级" rows={rows} />)
  expect(document.querySelectorAll('tbody td')).toHaveLength(1440)
  expect(document.querySelector('tbody td')!.textContent).toBe('道德陈国栋')
  const early = { id: 'p0', name: '早读', begins: '07:30', ends: '07:50' }
  await stage.show(<PrintedMaster {...sheet} periods={[early, ...periods]} rowTitle="班级" rows={rows.slice(0, 1)} />)
  expect(document.querySelectorAll('tbody td')).toHaveLength(40)
  expect([toShortPerson('李明'), toShortPerson('欧阳慧敏')]).toEqual(['李明', '欧阳'])
  expect(toShortTitle({ ...before[0]!, title: '道德与法治', short: '道法' })).toBe('道法')
  await stage.show(<PocketCard {...sheet} lessons={[{ ...before[0]!, weekNote: '单' }]} />)
  expect(getPageText()).toContain('数学（单）')
})

it('gives neighbours in the order of the school different colours, and others one that stays', () => {
  const subjects = ['语文', '数学', '英语', '科学', '体育', '历史', '道法', '美术']
  expect(new Set(subjects.map((subject) => getSubjectColour(subject, subjects))).size).toBe(8)
  expect(getSubjectColour('音乐')).toBe(getSubjectColour('音乐', subjects))
})

it('comes back to the first state when everything is undone, and to the last when everything is repeated', () => {
  const times = (
    count: number,
    step: (history: StepHistory<number>) => StepHistory<number>,
    from: StepHistory<number>,
  ) => Array.from({ length: count }).reduce<StepHistory<number>>(step, from)
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.integer()), fc.nat(9), (first, steps, extra) => {
      const last = steps.reduce(addStep, createHistory(first))
      const undone = times(steps.length + extra, undoStep, last)
      expect(undone.now).toBe(first)
      expect(times(steps.length + extra, redoStep, undone)).toEqual(last)
      // A new step after undoing leaves nothing to repeat.
      expect(redoStep(addStep(undone, 7)).now).toBe(7)
    }),
  )
})
