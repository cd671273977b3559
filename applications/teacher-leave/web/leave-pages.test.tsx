import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CoverLesson } from '#engines/cover/contract.ts'
import type { FieldControlProps } from '#packages/web/core/field-control.ts'
import { useSession } from '#packages/web/core/session.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { FormPage } from '#packages/web/desk/form/form-page.tsx'
import { clickByName, openPage, waitUntil } from '#packages/web/desk/list/testing/open-list.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  click,
  getAnnouncements,
  getButton,
  getField,
  getPageText,
  pressKey,
} from '#packages/web/desk/test-root.fixture.tsx'
import type { LeaveCalendar, LeaveChoices, LeaveCount } from '../contract.ts'
import { changeLeave, createLeaveForm, submitLeave } from './components/leave-form.tsx'
import TodayCard from './components/today-card.tsx'
import TodayUnitsCard from './components/today-units-card.tsx'
import LeaveCalendarPage from './pages/leave-calendar.tsx'
import Records from './pages/records.tsx'

const sick = '0190b1a0-0000-7000-8000-000000000001'
const annual = '0190b1a0-0000-7000-8000-000000000002'
const birth = '0190b1a0-0000-7000-8000-000000000003'
const type = { unit: 'half-day', includesHolidays: false, proofAfterDays: null, backdateDays: 3 } as const
const choices: LeaveChoices = {
  types: [
    { ...type, id: sick, name: '病假', kind: 'sick', needsBalance: false, balance: null },
    { ...type, id: annual, name: '年休假', kind: 'annual', needsBalance: true, balance: 1.5 },
    { ...type, id: birth, name: '产假', kind: 'maternity', needsBalance: false, balance: null },
  ],
  reasons: ['就医', '家中有事'],
  noon: '12:00',
  today: '2026-09-30',
  workDays: ['2026-09-30', '2026-10-08'],
  deputies: [],
  beforeLeave: 'warn',
}
const count: LeaveCount = {
  calendarDays: 11,
  amount: 4,
  unit: 'half-day',
  perDay: [
    { date: '2026-09-30', type: 'work', name: '', counted: 1 },
    { date: '2026-10-01', type: 'holiday', name: '国庆节', counted: 0 },
  ],
  composition: '',
  problems: [],
  needsProof: false,
  proofDays: 3,
  balanceAfter: null,
  approval: { orgId: sick, values: { days: 4, kind: 'annual', isHead: false } },
}
const calendar: LeaveCalendar = {
  orgName: '实验小学',
  days: [
    { day: '2026-09-29', type: 'work', name: '' },
    { day: '2026-09-30', type: 'work', name: '' },
  ],
  departments: [
    {
      name: '教务处',
      size: 3,
      conflicts: ['2026-09-30'],
      people: [
        { userId: sick, name: '王强', away: [{ day: '2026-09-30', half: 'am' }] },
        {
          userId: annual,
          name: '李敏',
          away: [{ day: '2026-09-30', half: 'day', typeName: '病假', kind: 'sick', isRequested: true }],
        },
      ],
    },
  ],
}

let server: ReturnType<typeof createTestPage>
let answer: LeaveCount
let lessons: CoverLesson[]
let beforeLeave: LeaveChoices['beforeLeave']
let close = async () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-09-30T08:00:00+08:00') })
  Object.assign(window, { innerWidth: 1366 })
  answer = count
  lessons = []
  beforeLeave = 'warn'
  server = createTestPage({
    '/api/teacherLeave/choices': () => ({ ...choices, beforeLeave }),
    '/api/teacherLeave/count': () => answer,
    '/api/teacherLeave/lessons': () => lessons,
    '/api/tiaoke/recommend': () => ({
      lessons: [{ lessonId: sick, userId: annual, name: '李敏', facts: ['同科'], note: '' }],
      broken: [],
      fairness: { least: 0, most: 1, teachers: 1 },
    }),
    '/api/tiaoke/candidates': () => [],
    '/api/teacherLeave/submit': () => ({ id: sick }),
    '/api/teacherLeave/save': () => ({ id: sick }),
    '/api/teacherLeave/change': () => ({ id: sick }),
    '/api/teacherLeave/record/list': () => ({ items: [], itemCount: 0, pageCount: 0 }),
    '/api/teacherLeave/calendar': () => calendar,
    '/api/teacherLeave/awayToday': () => ({
      people: 6,
      units: [
        { id: sick, name: '实验小学', people: 5 },
        { id: annual, name: '第一幼儿园', people: 1 },
      ],
    }),
    '/api/flow/getFlow': () => ({
      fFlowId: sick,
      fFlowName: '教职工请假',
      flows: [{ operator: '许静', note: '年级组长' }],
    }),
  })
})
afterEach(async () => {
  await close()
  close = async () => {}
  await server.close()
  vi.useRealTimers()
})

/** Stands for the pickers of other modules. */
const Nothing = ({ control }: FieldControlProps) => <input id={control.id} />
/** Chooses one: a file, or a colleague. */
const Choice = ({ name, onChange }: FieldControlProps) => (
  <button type="button" onClick={() => onChange(name === 'files' ? [sick] : [{ id: annual, name: '李敏' }])}>
    选择 {name}
  </button>
)
const openForm = (mode: 'own' | 'change' | 'proxy' = 'own', id: string | null = null) => {
  const form = createLeaveForm(mode, id)
  return server.show(
    <FieldControlsContext value={{ controls: { files: Choice, colleagues: mode === 'proxy' ? Nothing : Choice } }}>
      <FormPage
        title="请假"
        form={form}
        {...(mode === 'change' && { initial: { ...form.initial(), typeId: annual, reason: '就医' } })}
        submitLabel="提交"
        submit={async (values) => void (await (mode === 'change' ? changeLeave(values, id!) : submitLeave(values, id)))}
        keep={async (values) => void (await form.keep!.submit(values))}
        onDone={() => {}}
        onCancel={() => {}}
      />
    </FieldControlsContext>,
  )
}
const choose = async (id: string) => {
  await click(document.querySelector<HTMLElement>(`input[value="${id}"]`)!)
  await settle()
}
const bodyOf = (path: string) => server.callsTo(path).at(-1)?.body

it('counts the days of the chosen type live, lists them on demand, and shows who will decide', async () => {
  await openForm()
  expect(getPageText()).toContain('剩 1.5 天')
  expect(server.callsTo('/api/teacherLeave/count')).toEqual([])
  await choose(annual)
  expect(getPageText()).toContain('共 11 个自然日，计 4 天')
  expect(server.callsTo('/api/teacherLeave/count').at(-1)?.query).toMatchObject({ typeId: annual, startHalf: 'am' })
  expect(getPageText()).toContain('许静')
  expect(getPageText()).not.toContain('国庆节')
  await click(getButton('每天明细'))
  expect(getPageText()).toContain('法定节假日 国庆节不计')
})

const lesson: CoverLesson = {
  lessonId: sick,
  day: '2026-09-30',
  periodId: annual,
  periodName: '第3节',
  begins: '10:00',
  ends: '10:40',
  groupName: '七(3)班',
  classId: null,
  subjectId: birth,
  subjectName: '数学',
  roomName: '',
  teachers: [],
  seenAt: '2026-09-29T08:00:00.000Z',
  state: 'free',
  requestId: null,
  requestStatus: null,
  kind: null,
  toNames: [],
}

it('lists the lessons of the span, and sends who is asked to give them', async () => {
  lessons = [lesson, { ...lesson, lessonId: birth, periodName: '第5节', begins: '13:30', ends: '14:10' }]
  await openForm()
  expect(getPageText()).toContain('选好类型和时间后，这里列出要上的课')
  await choose(sick)
  expect(getPageText()).toContain('09-30 周三 第3节')
  expect(getPageText()).toContain('还有 2 节课未安排，可以先提交，由教务安排')
  await click(getButton('一键推荐'))
  await settle()
  expect(getPageText()).toContain('还有 1 节课未安排')
  await click(getButton('全部请教务安排'))
  await settle()
  expect(getPageText()).toContain('都已安排')
  await click(getButton('就医'))
  await click(getButton('提交'))
  await settle()
  const { covers } = bodyOf('/api/teacherLeave/submit') as { covers: unknown[] }
  expect(covers).toEqual([
    expect.objectContaining({ lessonId: sick, askMode: 'one', userIds: [annual], seenAt: lesson.seenAt }),
    expect.objectContaining({ lessonId: birth, askMode: 'office', userIds: [] }),
  ])
})

it('says nothing of open lessons where the school wants no reminder', async () => {
  lessons = [lesson]
  beforeLeave = 'no'
  await openForm()
  await choose(sick)
  expect(getPageText()).toContain('09-30 周三 第3节')
  expect(getPageText()).not.toContain('未安排')
})

it('forgets who was asked for lessons that another span does not have', async () => {
  lessons = [lesson]
  await openForm()
  await choose(sick)
  await click(getButton('全部请教务安排'))
  lessons = []
  await choose(annual)
  expect(getPageText()).toContain('这段时间没有课')
  await click(getButton('就医'))
  await click(getButton('提交'))
  await settle()
  expect(bodyOf('/api/teacherLeave/submit')).toMatchObject({ covers: [] })
})

it('an entry for somebody else has no lessons to arrange', async () => {
  lessons = [lesson]
  await openForm('proxy')
  await choose(sick)
  expect(server.callsTo('/api/teacherLeave/lessons')).toEqual([])
})

it('shows below the dates why it could not be submitted', async () => {
  answer = { ...count, problems: ['年休假余额不足，剩余1.5天'] }
  await openForm()
  await choose(annual)
  expect(getAnnouncements('alert')).toContain('年休假余额不足，剩余1.5天')
})

it('puts the reason together from tags, and sends the request', async () => {
  await openForm()
  await click(getButton('提交'))
  await settle()
  expect(getPageText()).toContain('请选择假期类型')
  await choose(sick)
  await click(getButton('就医'))
  await click(getButton('家中有事'))
  expect(getField('事由').textContent + (getField('事由') as HTMLInputElement).value).toContain('就医，家中有事')
  await click(getButton('就医'))
  await click(getButton('提交'))
  await settle()
  expect(bodyOf('/api/teacherLeave/submit')).toMatchObject({
    id: '',
    typeId: sick,
    startsOn: '2026-09-30',
    endHalf: 'pm',
    reason: '家中有事',
    deputyId: '',
  })
})

it.each(['own', 'proxy'] as const)(
  'asks for 难产 and the babies only for 产假, and counts with them (%s)',
  async (mode) => {
    await openForm(mode)
    await choose(sick)
    expect(getPageText()).not.toContain('难产')
    expect(getPageText()).not.toContain('婴儿数')
    await choose(birth)
    await click(document.querySelector<HTMLElement>('[aria-label=生育情况] input')!)
    await chooseOption('婴儿数', '2')
    await settle()
    const told = { typeId: birth, isDifficult: '1', babies: '2' }
    expect(server.callsTo('/api/teacherLeave/count').at(-1)?.query).toMatchObject(told)
    if (mode === 'proxy') return
    await click(getButton('就医'))
    await click(getButton('提交'))
    await settle()
    expect(bodyOf('/api/teacherLeave/submit')).toMatchObject({ typeId: birth, isDifficult: true, babies: 2 })
  },
)

it('counts a request that is sent again without itself, and with the proof that the form has', async () => {
  await openForm('own', birth)
  await choose(annual)
  const counts = () => server.callsTo('/api/teacherLeave/count').at(-1)?.query
  expect(counts()).toMatchObject({ change: birth, hasFiles: '' })
  answer = { ...count, needsProof: true, proofDays: 0 }
  await click(getButton('选择 files'))
  await settle()
  expect(counts()).toMatchObject({ change: birth, hasFiles: '1' })
  expect(getPageText()).toContain('需要证明')
  expect(getPageText()).not.toContain('工作日内补交')
})

it('lets a change name another deputy', async () => {
  await openForm('change', birth)
  await settle()
  await click(getButton('选择 deputy'))
  await click(getButton('提交'))
  await settle()
  expect(bodyOf('/api/teacherLeave/change')).toMatchObject({ id: birth, deputyId: annual })
})

it('the records offer the import of leave of before', async () => {
  const imported: string[] = []
  useSession.setState({ orgId: sick })
  const controls = { 'leave-type': Nothing }
  const Page = () => (
    <FieldControlsContext value={{ controls }}>
      <Records />
    </FieldControlsContext>
  )
  close = await openPage(Page, {
    permissions: ['leave.manage'],
    sheets: { openImport: (target) => void imported.push(target), permission: 'data.export', Exporter: () => null },
  })
  await clickByName('导入')
  expect(imported).toEqual(['leave-history'])
})

it('keeps a request without its reason', async () => {
  await openForm()
  await choose(sick)
  await click(getButton('保存草稿'))
  await settle()
  expect(bodyOf('/api/teacherLeave/save')).toMatchObject({ typeId: sick, reason: '' })
})

it('the calendar names the type only where the answer has it, marks conflicts, and turns the month by keys', async () => {
  close = await openPage(LeaveCalendarPage, {})
  await waitUntil(() => expect(getPageText()).toContain('王强'))
  const rowOf = (name: string) => [...document.querySelectorAll('tr')].find((row) => row.textContent.startsWith(name))
  expect(rowOf('王强')?.textContent).toBe('王强假请假（上午）')
  expect(rowOf('李敏')?.textContent).toBe('李敏病病假，审批中')
  expect(document.querySelector('[data-conflict]')?.textContent).toBe('2 人同时请假')
  await pressKey('ArrowRight', {}, document.body)
  await waitUntil(() =>
    expect(server.callsTo('/api/teacherLeave/calendar').at(-1)?.query).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-31',
    }),
  )
})

it('the board counts who is away today, without requests that nobody has approved', async () => {
  await server.show(
    <CurrentCardContext value={{ id: 'leave-today', title: '今日请假' }}>
      <TodayCard />
    </CurrentCardContext>,
  )
  expect(server.callsTo('/api/teacherLeave/calendar')[0]?.query).toMatchObject({ from: '2026-09-30', to: '2026-09-30' })
  expect(getPageText()).toContain('王强 教务处 请假（上午）')
  expect(getPageText()).not.toContain('李敏')
})

it('the board of a district counts who is away today by school, and leads to its calendar', async () => {
  await server.show(
    <CurrentCardContext value={{ id: 'leave-today-units', title: '今日请假' }}>
      <TodayUnitsCard />
    </CurrentCardContext>,
  )
  expect(getPageText()).toContain('实验小学 5 人')
  const links = [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['实验小学', `/application/TeacherAskForLeave/calendar?org=${sick}`],
    ['第一幼儿园', `/application/TeacherAskForLeave/calendar?org=${annual}`],
    ['查看请假统计', '/application/TeacherAskForLeave/statistics'],
  ])
})
