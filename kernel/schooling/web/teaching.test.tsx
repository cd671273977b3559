import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newServed, settle } from '#packages/web/desk/served.fixture.tsx'
import { buttonOf, click, fieldOf, press, seen, write } from '#packages/web/desk/stage.fixture.tsx'
import { schoolingApi, type Assignment, type TeachingMatrix } from '../contract.ts'
import TeachingPage from './pages/teaching.tsx'
import { answers, ids, Shell, signInAt } from './school.fixture.tsx'

const assignment: Assignment = {
  ...{ id: ids.assignment, groupId: ids.group, userId: ids.wang, teacherName: '王芳', role: 'lead', weekHours: 6 },
  ...{ startsOn: '2026-09-01', endsOn: null },
}
const cell = (classId: string, subjectId: string, assignments: Assignment[] = []) => ({
  ...{ classId, subjectId, groupId: null, assignments },
})
const matrix: TeachingMatrix = {
  termId: ids.term,
  subjects: [
    { id: ids.chinese, name: '语文', shortName: '语' },
    { id: ids.maths, name: '数学', shortName: '数' },
  ],
  classes: [
    { id: ids.first, label: '七(1)班', hours: 6 },
    { id: ids.second, label: '七(2)班', hours: 0 },
  ],
  cells: [
    cell(ids.first, ids.chinese, [assignment]),
    cell(ids.first, ids.maths),
    cell(ids.second, ids.chinese),
    cell(ids.second, ids.maths),
  ],
  groups: [],
}

let served: ReturnType<typeof newServed>
const sent = (path: string) => served.asked(path).map(({ body }) => body)
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const open = async () => {
  await served.show(
    <Shell>
      <TeachingPage />
    </Shell>,
  )
  await until(() => document.body.textContent.includes('语文'))
}
const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('dialog input[type=checkbox]')].map(({ checked }) => checked)
/** antd opens its list by the mouse, and marks what is chosen on a press. */
async function choose(field: HTMLElement, words: string) {
  await act(async () => field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await until(() => document.querySelector(`[title^="${words}"]`) !== null)
  await click(document.querySelector<HTMLElement>(`[title^="${words}"]`)!)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt()
  served = newServed({
    ...answers,
    [schoolingApi.teachingMatrix.path]: () => matrix,
    [schoolingApi.assign.path]: () => ({ changed: 1 }),
    [schoolingApi.endAssignment.path]: () => null,
    [schoolingApi.copyTeaching.path]: () => ({ changed: 3 }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('shows who teaches what, and how much is still open', async () => {
  await open()
  expect(buttonOf('七(1)班 语文：王芳 6')).toBeTruthy()
  expect(buttonOf('七(2)班 数学：未安排')).toBeTruthy()
  expect(seen()).toContain('3 处未安排')
})

it('arranges a teacher for one class, from the first day of the term', async () => {
  await open()
  await click(buttonOf('七(2)班 数学：未安排'))
  await choose(fieldOf('教师'), '李强')
  await write(fieldOf('周课时'), '5')
  await click(buttonOf('保存'))
  await until(() => sent(schoolingApi.assign.path).length > 0)
  expect(sent(schoolingApi.assign.path)).toEqual([
    {
      ...{ termId: ids.term, classIds: [ids.second], groupId: '', subjectId: ids.maths },
      ...{ userId: ids.li, role: 'lead', weekHours: 5, from: null },
    },
  ])
})

it('offers with a whole subject those classes that have nobody', async () => {
  await open()
  await click(buttonOf('语文：安排到多个班级'))
  expect(ticked()).toEqual([false, true])
})

it('does not rewrite what was: where somebody teaches, a change begins today', async () => {
  await open()
  await click(buttonOf('七(1)班 语文：王芳 6'))
  expect(fieldOf('开始日期').value).toBe('2026-11-15')
  expect(fieldOf('周课时').value).toBe('6')
  await click(buttonOf('结束'))
  await click(buttonOf('确定结束'))
  await until(() => sent(schoolingApi.endAssignment.path).length > 0)
  expect(sent(schoolingApi.endAssignment.path)).toEqual([{ id: ids.assignment, endsOn: '2026-11-15' }])
})

it('goes from cell to cell with the arrows, and no further than the last', async () => {
  await open()
  await act(async () => buttonOf('七(1)班 语文：王芳 6').focus())
  await press('ArrowDown')
  await press('ArrowRight')
  await press('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('七(2)班 数学：未安排')
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-cell]')].filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1)
})

it('takes over what was in the term before, after asking', async () => {
  await open()
  await click(buttonOf('沿用上学期'))
  expect(seen()).toContain('2025学年第二学期')
  await click(buttonOf('沿用'))
  await until(() => sent(schoolingApi.copyTeaching.path).length > 0)
  expect(sent(schoolingApi.copyTeaching.path)).toEqual([
    { fromTermId: ids.before, toTermId: ids.term, gradeId: ids.grade },
  ])
})

it('is a list of one class on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(document.querySelector('table')).toBeNull()
  const words = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(words()).toEqual(['语文王芳 6', '数学未安排'])
  const which = document.querySelector<HTMLSelectElement>('select[aria-label=班级]')!
  await act(async () => {
    which.value = ids.second
    which.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(words()).toEqual(['语文未安排', '数学未安排'])
})
