import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { timetableApi, type CellJudgement, type TimetableContent } from '#engines/timetable/contract.ts'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { taskApi } from '#kernel/task/contract.ts'
import { SheetImportExportContext } from '#packages/web/desk/sheet-import-export.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  click,
  getButton,
  getField,
  getPageText,
  hasButton,
  pressKey,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import HoursPage from './pages/hours.tsx'
import RulesPage from './pages/rules.tsx'
import TimetablePage from './pages/timetable.tsx'
import { onWire, Shell, signInAtSchool, termAnswers } from './shell.fixture.tsx'
import { applyChanges } from './timetable/edit-steps.ts'
// Loaded on demand by the page; here their import must not take time.
import './timetable/publish-dialog.tsx'
import './timetable/solve-dialog.tsx'
import './timetable/version-page.tsx'
import { contentOf, id, ids, versionOf } from './timetable.fixture.ts'

type Answers = Parameters<typeof createTestPage>[0]
type Call = Parameters<Answers[string]>[0]

/** A server with one draft, which it changes as it is told. */
function createServer(start: TimetableContent = contentOf()) {
  let content = start
  const answers: Answers = {
    ...termAnswers,
    [timetableApi.list.path]: () => [content.timetable],
    [timetableApi.content.path]: () => content,
    [timetableApi.judge.path]: () => judgements,
    [timetableApi.change.path]: ({ body }: Call) => {
      const { changes } = body as { changes: Parameters<typeof applyChanges>[1] }
      content = applyChanges(content, changes)
      content = { ...content, timetable: { ...content.timetable, version: content.timetable.version + 1 } }
      const changed = new Set(changes.map(({ slotId }) => slotId))
      return {
        version: content.timetable.version,
        slots: content.slots.filter((slot) => changed.has(slot.id)),
      }
    },
    [timetableApi.check.path]: () => ({
      status: 'draft',
      problems: [
        { level: 'soft', code: 'far', message: '陈国栋周一有空课', slotIds: [] },
        { level: 'hard', code: 'teacher', message: '孙丽在周二第2节有两节课', slotIds: [ids.tuesdayEnglish] },
      ],
    }),
  }
  return answers
}

const judgementOf = (part: Partial<CellJudgement>): CellJudgement => ({
  weekday: 1,
  periodId: ids.two,
  state: 'free',
  text: '空课直接放入',
  detail: '改动1人',
  swapSlotId: null,
  cost: 1,
  ...part,
})
const judgements = [
  judgementOf({ weekday: 3, periodId: ids.one, cost: 5 }),
  judgementOf({ weekday: 2, state: 'swap', text: '与英语互换', swapSlotId: ids.tuesdayEnglish, cost: 2 }),
  judgementOf({ weekday: 4, state: 'blocked', text: '陈国栋不在', detail: '陈国栋周四不在校' }),
]

const everything = ['timetable.read', 'timetable.edit', 'timetable.auto', 'timetable.publish']
let served: ReturnType<typeof createTestPage>
const open = async (
  answers: Answers,
  { address = `id=${ids.draft}`, permissions = everything, page = <TimetablePage /> } = {},
) => {
  served = createTestPage(answers)
  await served.show(
    <Shell permissions={permissions} address={address}>
      {page}
    </Shell>,
  )
  await settle(100)
}
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const untilText = (text: string) => until(() => getPageText().includes(text))
const sentChanges = () =>
  served.callsTo(timetableApi.change.path).map(({ body }) => (body as { changes: unknown[] }).changes)
const region = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!
const pile = () => document.querySelector<HTMLElement>('[data-tray] [data-lesson]')!

beforeEach(() => {
  vi.useFakeTimers()
  signInAtSchool()
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('lists the versions of the term, and says what to do while there is none', async () => {
  await open(createServer(), { address: '' })
  expect(getPageText()).toContain('秋季课表')
  expect(getPageText()).toContain('1 节待排')
  await served.close()
  await open({ ...createServer(), [timetableApi.list.path]: () => [] }, { address: '' })
  expect(getPageText()).toContain('还没有课表')
  expect(getPageText()).toContain('先新建本学期课表')
})

it('creates a version from the assignments and opens it', async () => {
  const answers = { ...createServer(), [timetableApi.create.path]: () => ({ id: ids.draft }) }
  await open(answers, { address: '' })
  await click(getButton('新建课表'))
  await settle(50)
  await typeInto(getField('名称'), '新学期')
  await click(getButton('新建'))
  await untilText('七(1)班')
  expect(served.callsTo(timetableApi.create.path)[0]!.body).toEqual({
    termId: ids.term,
    orgId: expect.any(String),
    name: '新学期',
    copyId: '',
  })
})

it('places a waiting lesson where the server recommends it, and takes it back', async () => {
  await open(createServer())
  await untilText('待排')
  await click(pile())
  await untilText('首选')
  expect(served.callsTo(timetableApi.judge.path)[0]!.query).toEqual({ slotId: ids.waitingMaths })
  // The cheapest comes first, and what is impossible is not recommended.
  const recommended = [...region('推荐与改动').querySelectorAll('ol b')].map(({ textContent }) => textContent)
  expect(recommended).toEqual(['周二 第2节', '周三 第1节'])
  await click(getButton('放这里：周三 第1节'))
  await untilText('本次改动 1 处')
  const there = { weekday: 3, periodId: ids.one }
  expect(sentChanges()).toEqual([[{ slotId: ids.waitingMaths, from: null, to: there }]])
  await untilText('全部课时已排好')
  await click(getButton('撤销'))
  await untilText('本次还没有改动')
  expect(sentChanges()[1]).toEqual([{ slotId: ids.waitingMaths, from: there, to: null }])
  await click(getButton('重做'))
  await untilText('本次改动 1 处')
  expect(sentChanges()[2]).toEqual(sentChanges()[0])
})

it('changes two lessons in one step', async () => {
  await open(createServer())
  await untilText('待排')
  const grid = document.querySelector<HTMLElement>('[role=grid]')!
  await click(grid.querySelector<HTMLElement>(`[data-lesson="${ids.mondayMaths}"]`)!)
  await untilText('首选')
  await click(getButton('放这里：周二 第2节'))
  await untilText('本次改动 1 处')
  const [monday, tuesday] = [
    { weekday: 1, periodId: ids.one },
    { weekday: 2, periodId: ids.two },
  ]
  expect(sentChanges()).toEqual([
    [
      { slotId: ids.mondayMaths, from: monday, to: tuesday },
      { slotId: ids.tuesdayEnglish, from: tuesday, to: monday },
    ],
  ])
  expect(getPageText()).toContain('周一 第1节 ↔ 周二 第2节')
})

it('returns a lesson that the server refuses', async () => {
  const { [timetableApi.change.path]: _, ...answers } = createServer()
  await open(answers)
  await untilText('待排')
  await click(pile())
  await untilText('首选')
  await click(getButton('放这里：周三 第1节'))
  await until(() => served.callsTo(timetableApi.content.path).length > 1)
  await untilText('本次还没有改动')
  expect(pile()).not.toBeNull()
})

it('lists what the check finds, conflicts first, and picks the lesson up', async () => {
  await open(createServer())
  await untilText('待排')
  await click(getButton('检查'))
  await untilText('1 处冲突，1 条提醒')
  const messages = [...region('检查结果').querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(messages[0]).toContain('孙丽在周二第2节有两节课')
  await click(getButton('定位：七(1)班 英语'))
  await untilText('已拿起')
  expect(served.callsTo(timetableApi.judge.path)[0]!.query).toEqual({ slotId: ids.tuesdayEnglish })
})

it('opens the import for the term that is shown, with the permission', async () => {
  const openImport = vi.fn()
  const page = (
    <SheetImportExportContext value={{ openImport, permission: 'data.export', Exporter: () => null }}>
      <TimetablePage />
    </SheetImportExportContext>
  )
  await open(createServer(), { address: '', page })
  expect(hasButton('导入课表')).toBe(false)
  await served.close()
  await open(createServer(), { address: '', permissions: [...everything, 'timetable.import'], page })
  await click(getButton('导入课表'))
  expect(openImport).toHaveBeenCalledWith('timetable', ids.school, { term: ids.term })
})

it('shows the timetables of teachers, and everything to who may only read', async () => {
  await open(createServer(), { permissions: ['timetable.read'], address: `id=${ids.draft}&by=teacher&of=${ids.chen}` })
  await untilText('七(2)班')
  expect(hasButton('检查')).toBe(false)
  expect(hasButton('发布')).toBe(false)
  expect(document.querySelector('[role=table]')!.getAttribute('aria-label')).toBe('陈国栋课表')
  await click([...document.querySelectorAll<HTMLElement>('[role=tab]')].find((tab) => tab.textContent === '总表')!)
  await settle(50)
  expect(document.querySelector('[role=grid]')!.getAttribute('aria-label')).toBe('全校课表')
})

it('shows one day on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open(createServer(), { address: `id=${ids.draft}&of=${ids.first}` })
  await click(getButton('周一'))
  expect(region('周一课表').textContent).toContain('数学')
  await click(getButton('周三'))
  expect(getPageText()).toContain('周三没有课')
})

it('publishes after a preview and waits for the lessons', async () => {
  vi.setSystemTime('2026-11-18T10:00:00+08:00')
  const task = {
    id: id(50),
    kind: 'timetable.publish',
    title: '发布',
    total: 10,
    phases: [],
    phase: 0,
    result: null,
    isStopping: false,
  }
  const times = { createdAt: '2026-11-18T02:00:00.000Z', startedAt: null }
  let asked = 0
  const answers: Answers = {
    ...createServer(),
    [timetableApi.publishPreview.path]: ({ query }) => ({
      effectiveOn: query['effectiveOn'],
      lessons: 400,
      days: 80,
      teachers: 2,
      classes: 2,
      kept: [{ id: id(60), day: '2026-11-24', title: '七(1)班 数学', remark: '孙丽代课' }],
      keptCount: 1,
      problems: [],
      unplaced: 1,
    }),
    [timetableApi.publish.path]: () => ({ taskId: id(50) }),
    [taskApi.watch.path]: () => null,
    [taskApi.list.path]: () => [
      asked++ === 0
        ? { ...task, ...times, status: 'running', done: 5, message: '', endedAt: null }
        : { ...task, ...times, status: 'done', done: 10, message: '', endedAt: '2026-11-18T02:00:05.000Z' },
    ],
  }
  await open(answers)
  await untilText('待排')
  await click(getButton('发布'))
  await untilText('保留不变的课')
  expect(served.callsTo(timetableApi.publishPreview.path)[0]!.query).toMatchObject({ effectiveOn: '2026-11-23' })
  expect(getPageText()).toContain('2026-11-24 七(1)班 数学 孙丽代课')
  await act(async () => getButton('发布').click())
  await untilText('已发布，已通知有变化的教师和班级')
  expect(served.callsTo(timetableApi.publish.path)[0]!.body).toEqual({
    id: ids.draft,
    effectiveOn: '2026-11-23',
    version: 3,
  })
})

it('solves automatically and compares two of the drafts', async () => {
  const other = {
    ...contentOf(),
    timetable: versionOf({ id: ids.other, name: '方案二' }),
    slots: contentOf().slots.slice(1),
  }
  const draftOf = (of: string, name: string, unplaced: number) => ({
    timetableId: of,
    name,
    seconds: 12,
    placed: 4,
    unplaced,
    soft: 2,
  })
  const answers: Answers = {
    ...createServer(),
    [timetableApi.content.path]: ({ query }) => (query['id'] === ids.other ? other : contentOf()),
    [timetableApi.precheck.path]: () => [{ code: 'hours', message: '七(1)班周课时42节，超过可排40节' }],
    [timetableApi.runs.path]: () => [
      {
        id: id(70),
        timetableId: ids.draft,
        status: 'partial',
        seconds: 60,
        createdAt: '2026-11-18T02:00:00.000Z',
        endedAt: '2026-11-18T02:01:00.000Z',
        report: {
          problems: [],
          difficult: ['陈国栋的课最难排'],
          drafts: [draftOf(ids.other, '方案二', 3), draftOf(ids.draft, '方案一', 0)],
        },
      },
    ],
  }
  await open(answers)
  await untilText('待排')
  await click(getButton('自动排课'))
  await untilText('难排的课')
  expect(getPageText()).toContain('七(1)班周课时42节，超过可排40节')
  const names = [...region('排课结果').querySelectorAll('tbody th')].map(({ textContent }) => textContent)
  expect(names).toEqual(['方案一', '方案二'])
  for (const name of names) await click(document.querySelector<HTMLElement>(`input[aria-label="对比${name}"]`)!)
  await click(getButton('对比选中的两个方案'))
  await untilText('结束对比')
  await untilText('不同')
})

it('describes the rules in sentences and saves a new one', async () => {
  const answers: Answers = {
    ...createServer(),
    [timetableApi.rules.path]: () => [
      { id: id(80), version: 1, rule: { kind: 'teacher-daily-most', userIds: [], most: 4 } },
    ],
    [timetableApi.saveRule.path]: () => ({ id: id(81) }),
    '/api/contacts/teachers': () => [
      { teacherType: 3, subjectName: '数学', userID: ids.chen, teacherName: '陈国栋', mobilePhone: '', phone: '' },
    ],
    '/api/jiaowu/subject/list': () => ({ itemCount: 0, pageCount: 0, items: [] }),
    '/api/jiaowu/room/list': () => ({ itemCount: 0, pageCount: 0, items: [] }),
    [schoolingApi.grades.path]: () => [],
    [schoolingApi.classTree.path]: () => ({ orgId: ids.school, orgName: '明湖学校', isWhole: true, grades: [] }),
    [schoolingApi.periodSchemes.path]: () =>
      onWire(schoolingApi.periodSchemes.data, [
        {
          id: id(82),
          name: '夏令',
          gradeIds: [],
          startsOn: '2026-09-01',
          endsOn: null,
          version: 1,
          periods: [
            { id: id(83), slotId: ids.one, name: '第1节', begins: '08:00', ends: '08:40', sort: 1, kind: 'lesson' },
          ],
        },
      ]),
  }
  await open(answers, { address: '', page: <RulesPage /> })
  await untilText('全体教师 每天最多4节')
  await click(getButton('新建要求'))
  await settle(50)
  await click(getButton('保存'))
  expect(getPageText()).toContain('请选择教师')
  await click(document.querySelector<HTMLElement>('input[type=checkbox]')!)
  const monday = getButton('周一第1节')
  await click(monday)
  await act(async () => monday.focus())
  await pressKey('ArrowRight')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('周二第1节')
  await click(getButton('保存'))
  await until(() => served.callsTo(timetableApi.saveRule.path).length > 0)
  expect(served.callsTo(timetableApi.saveRule.path)[0]!.body).toMatchObject({
    termId: ids.term,
    rule: { kind: 'teacher-off', userIds: [ids.chen], cells: [{ weekday: 1, periodId: ids.one }] },
  })
})

it('counts the lessons of teachers, and those of classes by subject', async () => {
  await open(createServer(), { address: '', page: <HoursPage /> })
  await untilText('陈国栋')
  expect(region('教师课时').textContent).toContain('少 2')
  await typeInto(document.querySelector<HTMLElement>('input[type=search]')!, '没有这个人')
  expect(getPageText()).toContain('没有找到教师')
  await served.close()
  await open(createServer(), { address: 'tab=classes', page: <HoursPage /> })
  await untilText('1/2')
})
