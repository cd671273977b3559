import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { approvalApi, approvalSetupApi, handledMessage, type FlowDetail, type InboxTask } from '../../contract.ts'
import { createFlow, createTask, flowIdOf, taskIdOf, toWire } from '../flow.fixture.ts'
import Approvals from './approvals.tsx'

let root: Root
let tasks: InboxTask[]
let flows: Map<string, FlowDetail>
let bodies: { path: string; body: unknown }[]
let refusal: string

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.scrollTo = () => {}
  history.replaceState(null, '', '/approval')
  bodies = []
  refusal = ''
  tasks = Array.from({ length: 8 }, (_, at) => createTask(at + 1))
  flows = new Map(tasks.map(({ flowId }, at) => [flowId, createFlow(at + 1)]))
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const answer = (ret: number, data: unknown, msg = '') =>
      Response.json({ ret, msg, data, executeTime: 1, success: ret === 1 })
    if (pathname === approvalApi.todoList.path)
      return answer(1, { items: tasks, itemCount: tasks.length, pageCount: 1 })
    if (pathname === approvalApi.detail.path) return answer(1, toWire(flows.get(searchParams.get('flowId')!)!))
    if (pathname === approvalSetupApi.phraseList.path) return answer(1, { phrases: ['同意', '已阅'] })
    const body = JSON.parse(init!.body as string) as { taskId: string }
    bodies.push({ path: pathname, body })
    if (refusal) return answer(0, null, refusal)
    const task = tasks.find(({ taskId }) => taskId === body.taskId)
    tasks = tasks.filter((one) => one !== task)
    return answer(1, { flowId: task?.flowId ?? flowIdOf(1), status: 'running' })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let clock = 0
let taps = 0
const text = () => document.body.textContent
const find = (label: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent.includes(label))
const tap = async (label: string, which = -1) => {
  taps += 1
  await act(async () => find(label).at(which)!.click())
}
const open = async () => {
  await act(async () => root.render(<Approvals />))
  await vi.waitFor(() => expect(text()).toContain('申请1'))
  await tap('申请1', 0)
  await vi.waitFor(() => expect(text()).toContain('待我处理 1 / 8'))
  await vi.waitFor(() => expect(find('拒绝')).toHaveLength(1))
}

it('decides eight requests with at most two taps each; the next opens by itself', async () => {
  await open()
  expect(text()).toContain('高远 代 林静怡')
  taps = 0
  for (let left = 8; left > 0; left--) {
    clock += 2000
    await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe(`申请${9 - left}`))
    await vi.waitFor(() => expect(find('拒绝')).toHaveLength(1))
    await tap('已阅', 0)
    await tap('同意')
    await vi.waitFor(() => expect(bodies).toHaveLength(9 - left))
  }
  expect(taps).toBe(16)
  expect(bodies.map(({ body }) => body)).toEqual(
    Array.from({ length: 8 }, (_, at) => ({ taskId: taskIdOf(at + 1), opinion: '已阅', signatureFileId: null })),
  )
  await vi.waitFor(() => expect(text()).toContain('没有待处理的审批'))
})

it('decides once at a double tap, and takes a decision back', async () => {
  clock += 10_000
  await open()
  await tap('同意')
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('申请2'))
  await vi.waitFor(() => expect(find('拒绝')).toHaveLength(1))
  await tap('同意')
  expect(bodies).toHaveLength(1)
  clock += 2000
  await tap('撤销')
  await vi.waitFor(() => expect(bodies.at(-1)?.path).toBe(approvalApi.withdrawTask.path))
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('申请1'))
})

it('asks for a reason before a refusal, and shows what somebody else decided meanwhile', async () => {
  clock += 20_000
  await open()
  await tap('拒绝')
  expect(text()).toContain('请选择或填写拒绝的原因')
  refusal = handledMessage
  flows.set(flowIdOf(1), createFlow(1, { taskId: null, may: [], status: 'approved' }))
  await tap('同意')
  await vi.waitFor(() => expect(text()).toContain('该任务已被处理，已为您刷新'))
  await vi.waitFor(() => expect(text()).toContain('已通过'))
  expect(find('拒绝')).toHaveLength(0)
})

it('returns a request with a form; back leads to the list, not to the returned request', async () => {
  clock += 30_000
  await open()
  await tap('更多')
  await tap('退回')
  await vi.waitFor(() => expect(text()).toContain('退回原因'))
  const reason = document.querySelector('textarea')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(reason, '材料不全')
    reason.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await tap('退回')
  await vi.waitFor(() => expect(bodies.at(-1)?.path).toBe(approvalApi.returnTo.path))
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('申请2'))
  await act(async () => history.back())
  await vi.waitFor(() => expect(location.search).toBe(''))
})
