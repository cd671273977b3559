import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, pressKey, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import {
  schoolingApi,
  type Assignment,
  type TeachingSheetForm,
  type TeachingCell,
  type TeachingMatrix,
} from '../contract.ts'
import TeachingPage from './pages/teaching.tsx'
import { answers, ids, Shell, signInAt } from './school.fixture.tsx'

const assignment: Assignment = {
  id: ids.assignment,
  groupId: ids.group,
  userId: ids.wang,
  teacherName: '王芳',
  role: 'lead',
  weekHours: 6,
  startsOn: '2026-09-01',
  endsOn: null,
}
const cell = (classId: string, subjectId: string, assignments: Assignment[] = []): TeachingCell => ({
  classId,
  subjectId,
  groupId: null,
  assignments,
  isDated: false,
  version: assignments.map(({ id }) => id).join(),
})
const ofGrade = { gradeId: ids.grade, gradeName: '七年级' }
const matrix: TeachingMatrix = {
  termId: ids.term,
  subjects: [
    { id: ids.chinese, name: '语文', shortName: '语' },
    { id: ids.maths, name: '数学', shortName: '数' },
  ],
  classes: [
    { ...ofGrade, id: ids.first, name: '1班', label: '七(1)班', hours: 6 },
    { ...ofGrade, id: ids.second, name: '2班', label: '七(2)班', hours: 0 },
  ],
  cells: [
    cell(ids.first, ids.chinese, [assignment]),
    cell(ids.first, ids.maths),
    cell(ids.second, ids.chinese),
    cell(ids.second, ids.maths),
  ],
  groups: [],
}

let served: ReturnType<typeof createTestPage>
let server: Parameters<typeof createTestPage>[0]
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
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
/** A cell of the table, by its accessible label. */
const cellOf = (label: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('td')].find(
    (one) => one.getAttribute('aria-label') === label,
  )
  if (!found) throw new Error(`no cell is called ${label}`)
  return found
}
const untilCell = (label: string) =>
  until(() => [...document.querySelectorAll('td')].some((one) => one.getAttribute('aria-label') === label))
const mouse = (element: Element, kind = 'mousedown') =>
  act(async () => element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true })))
const goTo = (label: string) => mouse(cellOf(label))
const field = () => document.activeElement as HTMLInputElement
const here = () => field().getAttribute('aria-label')
const paste = (text: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    field().dispatchEvent(event)
  })
const offers = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

/** The teachers that were sent, by cell. */
const written = () =>
  (sent(schoolingApi.saveSheet.path) as TeachingSheetForm[]).map(({ cells }) =>
    cells.map(({ classId, subjectId, version, teachers }) => [
      labels[classId],
      labels[subjectId],
      version,
      ...teachers.map(({ userId, role, weekHours }) => `${labels[userId]} ${role} ${weekHours}`),
    ]),
  )
const labels: Record<string, string> = {
  [ids.first]: '一班',
  [ids.second]: '二班',
  [ids.chinese]: '语文',
  [ids.maths]: '数学',
  [ids.wang]: '王芳',
  [ids.li]: '李强',
}
/** Answers like the server: every saved cell gets a new version. */
function save({ body }: { body: unknown }) {
  const { cells } = body as TeachingSheetForm
  return {
    changed: cells.length,
    cells: cells.map(({ classId, subjectId, teachers }) => ({
      ...cell(
        classId,
        subjectId,
        teachers.map((one) => ({ ...assignment, ...one, teacherName: labels[one.userId] ?? '张伟' })),
      ),
      version: `v${served.callsTo(schoolingApi.saveSheet.path).length}`,
    })),
    classes: [...new Set(cells.map(({ classId }) => classId))].map((id) => ({ id, hours: 9 })),
  }
}
const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('dialog input[type=checkbox]')].map(({ checked }) => checked)
/** antd opens its list on mousedown and selects on click. */
async function choose(field: HTMLElement, label: string) {
  await act(async () => field.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await until(() => document.querySelector(`[title^="${label}"]`) !== null)
  await click(document.querySelector<HTMLElement>(`[title^="${label}"]`)!)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt()
  server = {
    ...answers,
    [schoolingApi.teachingMatrix.path]: () => matrix,
    [schoolingApi.assign.path]: () => ({ changed: 1 }),
    [schoolingApi.endAssignment.path]: () => null,
    [schoolingApi.teachingStaff.path]: () => [
      { id: ids.wang, name: '王芳', subject: '语文', pinyin: 'wangfang', initials: 'wf' },
      { id: ids.li, name: '李强', subject: '数学', pinyin: 'liqiang', initials: 'lq' },
      { id: ids.group, name: '张伟', subject: '语文', pinyin: 'zhangwei', initials: 'zw' },
      { id: ids.term, name: '张伟', subject: '数学', pinyin: 'zhangwei', initials: 'zw' },
    ],
    [schoolingApi.saveSheet.path]: save,
    [schoolingApi.copyTeaching.path]: () => ({
      changed: 1,
      cells: [cell(ids.second, ids.maths, [assignment])],
      classes: [{ id: ids.second, hours: 6 }],
      left: {
        people: [{ label: '七(1)班', subjectName: '数学', teacherName: '钱退休' }],
        classes: ['九(1)班'],
        subjects: [],
        taken: 2,
      },
    }),
  }
  served = createTestPage(server)
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('shows the assignments and the number of empty cells', async () => {
  await open()
  expect(cellOf('七(1)班 语文：王芳 6')).toBeTruthy()
  expect(cellOf('七(2)班 数学：未安排').dataset['empty']).toBe('')
  expect(getPageText()).toContain('3 处未安排')
  expect(document.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('任课表')
})

it('accepts a name typed in pinyin, moves down with Enter and right with Tab', async () => {
  await open()
  await goTo('七(1)班 数学：未安排')
  expect(here()).toBe('七(1)班 数学')
  await typeInto(field(), 'lq')
  expect(offers()).toEqual(['李强数学'])
  await pressKey('Enter')
  expect(here()).toBe('七(2)班 数学')
  await until(() => written().length === 1)
  expect(written()).toEqual([[['一班', '数学', '', '李强 lead 0']]])
  await pressKey('ArrowLeft')
  await typeInto(field(), '王芳、李强 2')
  await pressKey('Tab')
  expect(here()).toBe('七(2)班 数学')
  await until(() => written().length === 2)
  // The same hours as in the other class; the second person assists.
  expect(written()[1]).toEqual([['二班', '语文', '', '王芳 lead 6', '李强 assistant 2']])
  await until(() => getPageText().includes('已保存 1 处'))
  await untilCell('七(2)班 语文：王芳 6、李强（助教） 2')
})

it('selects a suggestion with the arrow keys', async () => {
  await open()
  await goTo('七(2)班 数学：未安排')
  await typeInto(field(), 'zw')
  expect(offers()).toEqual(['张伟数学', '张伟语文'])
  expect(document.querySelector('[role=option][aria-selected=true]')?.textContent).toBe('张伟数学')
  await pressKey('ArrowDown')
  expect(field().getAttribute('aria-activedescendant')).toBe(document.querySelectorAll('[role=option]')[1]!.id)
  await pressKey('Enter')
  await until(() => sent(schoolingApi.saveSheet.path).length === 1)
  const [{ cells }] = sent(schoolingApi.saveSheet.path) as [TeachingSheetForm]
  expect(cells[0]!.teachers).toEqual([{ userId: ids.group, role: 'lead', weekHours: 0 }])
})

it('saves a pasted block in one request, marks invalid cells, and undoes it with Ctrl+Z', async () => {
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await paste('李强\t张伟\r\n王方\t王 芳 4\r\n赵六\t\r\n')
  await until(() => written().length === 1)
  expect(written()).toEqual([
    [
      ['一班', '语文', ids.assignment, '李强 lead 6'],
      ['二班', '数学', '', '王芳 lead 4'],
    ],
  ])
  await untilCell('七(2)班 语文：王方')
  expect(cellOf('七(2)班 语文：王方').getAttribute('aria-invalid')).toBe('true')
  expect(cellOf('七(2)班 语文：王方').title).toBe('本校没有“王方”')
  expect(cellOf('七(1)班 数学：张伟').title).toBe('有 2 位张伟，请写明：张伟（语文）、张伟（数学）')
  await until(() => getPageText().includes('已保存 2 处，2 处有误'))
  expect(getPageText()).toContain('超出表格的 1 行没有粘贴')
  await pressKey('F8')
  expect(here()).toBe('七(1)班 数学')
  await pressKey('F8')
  await typeInto(field(), '王芳')
  await pressKey('Enter')
  await until(() => written().length === 2)
  expect(written()[1]).toEqual([['二班', '语文', '', '王芳 lead 6']])
  await until(() => getPageText().includes('已保存 1 处，1 处有误'))
  await click(getButton('放弃'))
  expect(getPageText()).not.toContain('处有误')
  await untilCell('七(2)班 语文：王芳 6')
  await pressKey('z', { ctrlKey: true }, cellOf('七(2)班 语文：王芳 6'))
  await until(() => written().length === 3)
  await until(() => getPageText().includes('已撤销 1 处'))
  await untilCell('七(2)班 语文：未安排')
  await pressKey('z', { ctrlKey: true }, cellOf('七(2)班 语文：未安排'))
  await until(() => written().length === 4)
  expect(written().slice(2)).toEqual([
    [['二班', '语文', 'v2']],
    [
      ['一班', '语文', 'v1', '王芳 lead 6'],
      ['二班', '数学', 'v1'],
    ],
  ])
  await until(() => getPageText().includes('已撤销 2 处'))
  expect(getButton('撤销').disabled).toBe(true)
})

it('undoes step by step, also within one cell', async () => {
  await open()
  await goTo('七(2)班 数学：未安排')
  for (const [at, name] of ['李强', '王芳'].entries()) {
    await typeInto(field(), name)
    await pressKey('Enter')
    await untilCell(`七(2)班 数学：${name}`)
    await until(() => written().length === at + 1 && getPageText().includes('已保存 1 处'))
  }
  for (const count of [3, 4]) {
    await pressKey('z', { ctrlKey: true })
    await until(() => written().length === count && getPageText().includes('已撤销 1 处'))
  }
  expect(written()).toEqual([
    [['二班', '数学', '', '李强 lead 0']],
    [['二班', '数学', 'v1', '王芳 lead 0']],
    [['二班', '数学', 'v2', '李强 lead 0']],
    [['二班', '数学', 'v3']],
  ])
})

it('finds classes and subjects by the headings of a block', async () => {
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await paste('班级\t数学\t书法\t语文\n七年级2班\t李强\t王芳\t\n七9班\t李强\t\t')
  await until(() => written().length === 1)
  expect(written()).toEqual([[['二班', '数学', '', '李强 lead 0']]])
  expect(getPageText()).toContain('没有粘贴：书法、七9班')
})

it('keeps refused input, shows the reason, and tries again', async () => {
  delete server[schoolingApi.saveSheet.path]
  await open()
  await goTo('七(2)班 数学：未安排')
  await typeInto(field(), '李强 40')
  await pressKey('Enter')
  await until(() => getPageText().includes('1 处有误'))
  expect(cellOf('七(2)班 数学：李强 40').title).not.toBe('')
  server[schoolingApi.saveSheet.path] = save
  await click(getButton('重新保存'))
  await until(() => getPageText().includes('已保存 1 处'))
  expect(getPageText()).not.toContain('处有误')
})

it('clears with Delete', async () => {
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await pressKey('Delete')
  await until(() => written().length === 1)
  expect(written()).toEqual([[['一班', '语文', ids.assignment]]])
  await until(() => document.body.textContent.includes('4 处未安排'))
})

it('opens the dialog for dates with a double click or Ctrl+Enter', async () => {
  await open()
  await goTo('七(2)班 数学：未安排')
  await mouse(field(), 'dblclick')
  await choose(getField('教师'), '李强')
  await typeInto(getField('周课时'), '5')
  await click(getButton('保存'))
  await until(() => sent(schoolingApi.assign.path).length > 0)
  expect(sent(schoolingApi.assign.path)).toEqual([
    {
      termId: ids.term,
      classIds: [ids.second],
      groupId: '',
      subjectId: ids.maths,
      userId: ids.li,
      role: 'lead',
      weekHours: 5,
      from: null,
    },
  ])
})

it('offers the classes without a teacher for a whole subject', async () => {
  await open()
  await click(getButton('语文：安排到多个班级'))
  expect(ticked()).toEqual([false, true])
})

it('starts a change today where somebody teaches, so that the past stays', async () => {
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await pressKey('Enter', { ctrlKey: true })
  expect(getField('开始日期').value).toBe('2026-11-15')
  expect(getField('周课时').value).toBe('6')
  await click(getButton('结束'))
  await click(getButton('确定结束'))
  await until(() => sent(schoolingApi.endAssignment.path).length > 0)
  const form = { id: ids.assignment, endsOn: '2026-11-15', successorId: '', isOpen: false }
  expect(sent(schoolingApi.endAssignment.path)).toMatchObject([form])
})

it('asks who takes over when lessons are left', async () => {
  const msg = '该教师从2026-11-16起仍有12节课未安排接任教师'
  const isLeftOpen = (init?: RequestInit) => (JSON.parse(init!.body as string) as { isOpen: boolean }).isOpen
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes(schoolingApi.endAssignment.path) && !isLeftOpen(init)
      ? new Response(JSON.stringify({ ret: 0, msg, data: { lessons: 12 }, executeTime: 1, success: false }))
      : answer(address, init),
  )
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await pressKey('Enter', { ctrlKey: true })
  await click(getButton('结束'))
  await click(getButton('确定结束'))
  await until(() => getPageText().includes(msg))
  expect(getButton('由其接任').disabled).toBe(true)
  await click(getButton('暂不安排（待定）'))
  await until(() => sent(schoolingApi.endAssignment.path).length > 0)
  expect(sent(schoolingApi.endAssignment.path)[0]).toMatchObject({ endsOn: '2026-11-15', isOpen: true })
})

it('moves between cells with the arrow keys and stops at the last', async () => {
  await open()
  await goTo('七(1)班 语文：王芳 6')
  await pressKey('ArrowDown')
  await pressKey('ArrowRight')
  await pressKey('ArrowRight')
  expect(here()).toBe('七(2)班 数学')
  // The table has one tab stop.
  expect(document.querySelectorAll('td input')).toHaveLength(1)
})

it('copies the previous term after a confirmation, lists what was skipped, and undoes it', async () => {
  await open()
  await click(getButton('从上学期复制'))
  expect(getPageText()).toContain('2025学年第二学期')
  await click(getButton('复制'))
  await until(() => getPageText().includes('已复制 1 处任课'))
  expect(sent(schoolingApi.copyTeaching.path)).toEqual([
    { fromTermId: ids.before, toTermId: ids.term, gradeId: ids.grade, orgId: ids.school },
  ])
  const left = [...document.querySelectorAll('dialog dl > div')].map(({ textContent }) => textContent)
  expect(left).toEqual(['教师已离岗七(1)班数学（钱退休）', '班级已不在九(1)班', '已有安排2 处'])
  await click(getButton('完成'))
  await untilCell('七(2)班 数学：王芳 6')
  await click(getButton('撤销'))
  await until(() => written().length === 1)
  expect(written()).toEqual([[['二班', '数学', ids.assignment]]])
})

it('is a list of one class on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(document.querySelector('table')).toBeNull()
  const listTexts = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(listTexts()).toEqual(['语文王芳 6', '数学未安排'])
  const which = document.querySelector<HTMLSelectElement>('select[aria-label=班级]')!
  await act(async () => {
    which.value = ids.second
    which.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(listTexts()).toEqual(['语文未安排', '数学未安排'])
})
