import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, hasButton, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { orgApi } from '#kernel/org/contract.ts'
import { schoolingApi, type SetUp } from '../contract.ts'
import SetUpCard from './components/set-up-card.tsx'
import { getSetUpCardShape } from './set-up-queries.ts'
import SetUpPage from './pages/set-up.tsx'
import { answers, ids, Shell, signInAt, stepsOf } from './school.fixture.tsx'

let served: ReturnType<typeof createTestPage>
let setUp: SetUp

const school = (states: Parameters<typeof stepsOf>[0], isFinished = false): SetUp => ({
  orgId: ids.school,
  orgName: '明湖小学',
  stages: [3],
  steps: stepsOf(states),
  isFinished,
  isRunning: false,
})
const sent = (path: string) => served.callsTo(path).map(({ body }) => body)
const open = () =>
  served.show(
    <Shell>
      <SetUpPage />
    </Shell>,
  )
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const openStep = () => document.querySelector('[aria-expanded=true]')?.textContent ?? ''

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T02:00:00Z') })
  Object.assign(window, { innerWidth: 1366 })
  signInAt()
  setUp = school({ periods: 'open', classes: 'open', teachers: 'open', students: 'open', finish: 'open' })
  served = createTestPage({
    ...answers,
    [schoolingApi.setUp.path]: () => setUp,
    [schoolingApi.skipSetUp.path]: ({ body }) => {
      const { step } = body as { step: string }
      const steps = setUp.steps.map((one) => (one.key === step ? { ...one, state: 'skipped' as const } : one))
      setUp = { ...setUp, steps, isFinished: step === 'finish' }
      return null
    },
    [schoolingApi.fillFacts.path]: () => null,
    [schoolingApi.savePeriodScheme.path]: () => ({ id: ids.group }),
    [schoolingApi.generateClasses.path]: () => ({ grades: 2, classes: 8 }),
    [schoolingApi.setClassTeacher.path]: () => ({ changed: 1 }),
    [orgApi.mine.path]: () => ({
      name: '明湖小学',
      type: 'school',
      address: '湖滨路1号',
      phone: '0571-88880001',
      contactName: '唐老师',
      bureauName: '明湖区教育局',
      bureauPhone: '0571-88880000',
    }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('opens the first open step and creates the default periods with one click', async () => {
  await open()
  await until(() => openStep().includes('作息时间'))
  await click(getButton('采用常用作息'))
  await settle()
  const [body] = sent(schoolingApi.savePeriodScheme.path) as { startsOn: string; periods: unknown[] }[]
  expect(body).toMatchObject({ id: '', orgId: ids.school, startsOn: '2026-09-01', endsOn: null, gradeIds: [] })
  // 7:40 to 17:45: the default periods of a middle school.
  expect(body!.periods).toHaveLength(12)
})

it('lets the school fill in missing facts and counts that as confirmed', async () => {
  setUp = school({ facts: 'open', finish: 'open' })
  await served.close()
  served = createTestPage({
    ...answers,
    [schoolingApi.setUp.path]: () => setUp,
    [schoolingApi.fillFacts.path]: () => null,
    [schoolingApi.skipSetUp.path]: () => {
      setUp = school({ finish: 'open' })
      return null
    },
    [orgApi.mine.path]: () => ({
      id: ids.school,
      name: '明湖小学',
      type: 'school',
      stages: [2],
      address: '',
      phone: '0571-88880001',
      contactName: '唐老师',
      bureauName: '明湖区教育局',
      bureauPhone: '0571-88880000',
    }),
  })
  await open()
  await until(() => hasButton('信息无误'))
  // Existing facts can be changed by the bureau only.
  expect(document.querySelectorAll('input')).toHaveLength(1)
  await typeInto(document.querySelector<HTMLInputElement>('[aria-label=地址]')!, '湖滨路1号')
  await click(getButton('保存并确认'))
  await until(() => getPageText().includes('已完成 7 / 8 步'))
  expect(sent(schoolingApi.fillFacts.path)).toEqual([
    { orgId: ids.school, address: '湖滨路1号', phone: '', contactName: '' },
  ])
  expect(sent(schoolingApi.skipSetUp.path)).toEqual([{ orgId: ids.school, step: 'facts', isSkipped: true }])
})

it('resumes at the step that the server reports', async () => {
  setUp = school({ teachers: 'open', students: 'open', finish: 'open' })
  await open()
  await until(() => openStep().includes('班主任'))
  expect(getPageText()).toContain('已完成 5 / 8 步')
})

it('skips a step and opens the next', async () => {
  await open()
  await until(() => openStep().includes('作息时间'))
  await click(getButton('暂不设置'))
  await until(() => openStep().includes('年级班级'))
  expect(sent(schoolingApi.skipSetUp.path)).toEqual([{ orgId: ids.school, step: 'periods', isSkipped: true }])
  expect(document.activeElement?.textContent).toContain('年级班级')
})

it('skips all remaining steps with one click once classes exist', async () => {
  await open()
  await until(() => openStep().includes('作息时间'))
  expect(hasButton('其余 4 步以后再做')).toBe(false)
  setUp = school({ staff: 'open', teachers: 'open', students: 'open', finish: 'open' })
  await served.client.invalidateQueries()
  await until(() => hasButton('其余 3 步以后再做'))
  await click(getButton('其余 3 步以后再做'))
  await until(() => getPageText().includes('已完成 8 / 8 步，设置完成'))
  expect(sent(schoolingApi.skipSetUp.path)).toEqual(
    ['staff', 'teachers', 'students', 'finish'].map((step) => ({ orgId: ids.school, step, isSkipped: true })),
  )
})

it('creates the classes of all grades from one number and keeps existing ones', async () => {
  setUp = school({ classes: 'open', finish: 'open' })
  await open()
  await until(() => document.body.textContent.includes('每个年级'))
  await typeInto(getField('每个年级'), '4')
  // 七年级 already has two.
  await click(getButton('生成 10 个班级'))
  await settle()
  const grade = (startYear: number) => ({ stage: 3, startYear, years: 3, classes: 4 })
  expect(sent(schoolingApi.generateClasses.path)).toEqual([
    { orgId: ids.school, grades: [grade(2026), grade(2025), grade(2024)] },
  ])
})

it('sends only changed heads, from today on', async () => {
  setUp = school({ teachers: 'open', finish: 'open' })
  await open()
  await until(() => hasButton('从 Excel 粘贴'))
  await click(getButton('从 Excel 粘贴'))
  await typeInto(document.querySelector('textarea')!, '七(1)班\t王芳\n七(2)班\t李强')
  await click(getButton('保存 1 个班级'))
  await settle()
  expect(sent(schoolingApi.setClassTeacher.path)).toEqual([
    { role: 'head', from: '2026-11-15', items: [{ classId: ids.second, userId: ids.li }] },
  ])
})

it('shows an error at the button and allows a retry', async () => {
  setUp = school({ periods: 'open', finish: 'open' })
  await served.close()
  served = createTestPage({ ...answers, [schoolingApi.setUp.path]: () => setUp })
  await open()
  await until(() => hasButton('采用常用作息'))
  await click(getButton('采用常用作息'))
  await until(() => document.querySelector('[role=alert]') !== null)
  expect(getButton('采用常用作息').getAttribute('aria-busy')).toBeNull()
})

it('finishes only when no step is open', async () => {
  setUp = school({ students: 'open', finish: 'open' })
  await open()
  await until(() => openStep().includes('学生'))
  await click([...document.querySelectorAll<HTMLElement>('[aria-expanded]')].at(-1)!)
  expect(getButton('完成设置').disabled).toBe(true)
  setUp = school({ students: 'skipped', finish: 'open' })
  await served.client.invalidateQueries()
  await until(() => !getButton('完成设置').disabled)
  await click(getButton('完成设置'))
  await until(() => getPageText().includes('设置完成'))
})

it('opens the step named in the URL', async () => {
  await served.show(
    <Shell address="step=students">
      <SetUpPage />
    </Shell>,
  )
  await until(() => openStep().includes('学生'))
  expect(openStep()).toContain('学生')
})

const board = () =>
  served.show(
    <CurrentCardContext value={{ id: 'set-up', title: '学校初始化' }}>
      <SetUpCard />
    </CurrentCardContext>,
  )

it('shows a dashboard card with the progress until the set-up is finished', async () => {
  await board()
  await until(() => getPageText().includes('已完成 3 / 8 步，下一步：作息时间'))
  expect(await getSetUpCardShape(served.client)).toBe('card')
  setUp = school({}, true)
  await served.client.invalidateQueries()
  expect(await getSetUpCardShape(served.client)).toBe('none')
})

it('shows no card for a school that already has pupils', async () => {
  setUp = { ...setUp, isRunning: true }
  expect(await getSetUpCardShape(served.client)).toBe('none')
})
