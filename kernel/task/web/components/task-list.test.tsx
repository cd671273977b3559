import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, hasButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { taskApi, type Task } from '../../contract.ts'
import { ClearButton } from './clear-button.tsx'
import { TaskList } from './task-list.tsx'

const now = '2026-11-15T02:32:00.000Z'
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const task = (at: number, change: Partial<Task> = {}): Task => ({
  id: idOf(at),
  kind: 'files.zip',
  title: `任务${at}`,
  status: 'done',
  done: 0,
  total: null,
  message: '',
  result: null,
  phases: [],
  phase: 0,
  isStopping: false,
  createdAt: now,
  startedAt: now,
  endedAt: now,
  ...change,
})
const running = (done: number, change: Partial<Task> = {}) =>
  task(1, { status: 'running', done, total: 40, message: '正在打包', endedAt: null, ...change })

let tasks: Task[]
let served: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now) })
  served = createTestPage({
    [taskApi.list.path]: () => tasks,
    [taskApi.cancel.path]: () => {
      tasks = tasks.map((one) => ({ ...one, isStopping: true }))
      return null
    },
    [taskApi.result.path]: ({ body }) =>
      (body as { id: string }).id === idOf(2)
        ? { kind: 'file', url: 'https://files.example/f/x/a.zip' }
        : { kind: 'page', url: '/baseData/Orgs' },
    [taskApi.clear.path]: () => {
      tasks = []
      return null
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const show = () =>
  served.show(
    <>
      <TaskList />
      <ClearButton />
    </>,
  )
const bar = () => document.querySelector('[role=progressbar]')

it('shows the progress every second, and after two seconds the remaining time', async () => {
  tasks = [running(4)]
  await show()
  expect(getPageText()).toContain('正在打包4 / 40')
  expect(bar()?.getAttribute('aria-valuenow')).toBe('10')
  expect(getPageText()).not.toContain('剩余')
  for (const done of [8, 12, 16]) {
    tasks = [running(done)]
    await settle(1_000)
  }
  expect(getPageText()).toContain('16 / 40剩余约 10 秒')
  tasks = [task(1, { status: 'done', message: '共40个文件', result: 'file' })]
  await settle(1_000)
  expect(getPageText()).toContain('已完成共40个文件')
  const before = served.calls.length
  await settle(10_000)
  expect(served.calls).toHaveLength(before) // nothing is left to watch
})

it('shows activity when the total is unknown', async () => {
  tasks = [running(0, { total: null, message: '' })]
  await show()
  expect(bar()?.hasAttribute('aria-valuenow')).toBe(false)
  expect(getPageText()).toContain('正在处理')
})

it('is stopped by its button and shows that until it has stopped', async () => {
  tasks = [running(4)]
  await show()
  await click(getButton('取消 任务1'))
  await settle()
  expect(served.callsTo(taskApi.cancel.path).map(({ body }) => body)).toEqual([{ id: idOf(1) }])
  expect(getPageText()).toContain('正在取消')
  expect(hasButton('取消 任务1')).toBe(false)
})

it('opens the result: a download or a page', async () => {
  tasks = [task(2, { result: 'file' }), task(3, { result: 'page' }), task(4)]
  await show()
  // The test environment cannot load an iframe.
  const append = vi.spyOn(document.body, 'append').mockReturnValue()
  await click(getButton('下载 任务2'))
  await settle()
  expect(append.mock.calls).toMatchObject([[{ src: 'https://files.example/f/x/a.zip' }]])
  await click(getButton('查看 任务3'))
  await settle()
  expect(served.at()).toBe('/baseData/Orgs')
  expect(hasButton('下载 任务4')).toBe(false)
})

it('shows why it failed and is cleared with all ended tasks', async () => {
  tasks = [task(5, { status: 'failed', message: '文件已被删除' }), task(6, { status: 'cancelled' })]
  await show()
  expect(getPageText()).toContain('文件已被删除')
  expect(getPageText()).toContain('已取消')
  await click(getButton('清除已结束'))
  await settle()
  expect(getPageText()).toContain('没有任务')
  expect(hasButton('清除已结束')).toBe(false)
})
