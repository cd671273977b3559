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
let isListBroken: boolean
let gate: Promise<void> | undefined
let signature: { fileId: string | null; url: string } | undefined

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  window.scrollTo = () => {}
  history.replaceState(null, '', '/approval')
  bodies = []
  refusal = ''
  isListBroken = false
  gate = undefined
  signature = undefined
  tasks = Array.from({ length: 8 }, (_, at) => createTask(at + 1))
  flows = new Map(tasks.map(({ flowId }, at) => [flowId, createFlow(at + 1)]))
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const answer = (ret: number, data: unknown, msg = '') =>
      Response.json({ ret, msg, data, executeTime: 1, success: ret === 1 })
    if (pathname === approvalApi.todoList.path && isListBroken) return new Response('', { status: 502 })
    if (pathname === approvalApi.todoList.path)
      return answer(1, { items: tasks, itemCount: tasks.length, pageCount: 1 })
    if (pathname === approvalApi.detail.path) return answer(1, toWire(flows.get(searchParams.get('flowId')!)!))
    if (pathname === approvalSetupApi.phraseList.path) return answer(1, { phrases: ['同意', '已阅'] })
    if (pathname === approvalApi.doneList.path) return answer(1, { items: [], itemCount: 0, pageCount: 0 })
    if (pathname === approvalSetupApi.signature.path) return answer(signature ? 1 : 0, signature ?? null)
    await gate
    const body = JSON.parse(init!.body as string) as { taskId: string }
    bodies.push({ path: pathname, body })
    if (refusal) return answer(0, null, refusal)
    const task = tasks.find(({ taskId }) => taskId === body.taskId)
    tasks = tasks.filter((one) => one !== task)
    const left = tasks.find(({ flowId }) => flowId === task?.flowId)
    if (left) flows.set(left.flowId, { ...flows.get(left.flowId)!, taskId: left.taskId })
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
  // As after a reload on a sheet: its entry is there, the sheet is not.
  history.replaceState({ layer: 'layer-1' }, '')
  await open()
  await tap('同意')
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('申请2'))
  await vi.waitFor(() => expect(find('拒绝')).toHaveLength(1))
  await tap('同意')
  expect(bodies).toHaveLength(1)
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

const write = (field: HTMLInputElement, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
const goBack = () => act(async () => document.querySelector<HTMLElement>('[aria-label=返回]')!.click())

it('leaves the reader where a late answer finds them, and shows a task that came back', async () => {
  clock += 40_000
  await open()
  const held = Promise.withResolvers<void>()
  gate = held.promise
  await tap('同意')
  await goBack()
  await vi.waitFor(() => expect(find('申请3')).toHaveLength(1))
  await tap('申请3')
  await vi.waitFor(() => expect(document.querySelector('h2')?.textContent).toBe('申请3'))
  const [first] = tasks
  await act(async () => held.resolve())
  await vi.waitFor(() => expect(text()).toContain('待我处理 2 / 7'))
  expect(document.querySelector('h2')?.textContent).toBe('申请3')
  tasks = [first!, ...tasks]
  await goBack()
  await vi.waitFor(() => expect(find('申请1')).toHaveLength(1))
})

it('starts the second task of a request without the opinion of the first', async () => {
  clock += 50_000
  tasks = [createTask(1), createTask(1, { taskId: taskIdOf(9) }), ...tasks.slice(2)]
  await open()
  const field = () => document.querySelector<HTMLInputElement>('footer input')!
  await write(field(), '辛苦了')
  await tap('已阅')
  expect(field().value).toBe('辛苦了，已阅')
  await tap('同意')
  await vi.waitFor(() => expect(text()).toContain('待我处理 1 / 7'))
  await vi.waitFor(() => expect(field()?.value).toBe(''))
  clock += 2000
  await tap('同意')
  await vi.waitFor(() => expect(bodies).toMatchObject([{}, { body: { taskId: taskIdOf(9), opinion: '' } }]))
})

it('does not ask for a signature that could not be loaded, but loads it again', async () => {
  clock += 60_000
  flows.set(flowIdOf(1), createFlow(1, { needsSignature: true }))
  await open()
  signature = { fileId: flowIdOf(77), url: '/signature.png' }
  await tap('同意')
  await vi.waitFor(() => expect(document.querySelector('img[alt=您的签名]')).not.toBeNull())
  expect(text()).toContain('签名没有加载成功')
  await tap('同意')
  await vi.waitFor(() => expect(bodies).toMatchObject([{ body: { signatureFileId: flowIdOf(77) } }]))
})

it('keeps the search beside an open request, and lists the tab that the back key leads to', async () => {
  clock += 70_000
  await act(async () => root.render(<Approvals />))
  await vi.waitFor(() => expect(text()).toContain('申请1'))
  await write(document.querySelector('input[type=search]')!, '申请')
  await tap('搜索')
  await vi.waitFor(() => expect(find('申请1')).toHaveLength(1))
  await tap('申请1')
  await vi.waitFor(() => expect(text()).toContain('待我处理 1 / 8'))
  await goBack()
  await vi.waitFor(() => expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('申请'))
  await act(async () => {
    history.replaceState(null, '', '/approval?tab=done')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await vi.waitFor(() => expect(text()).toContain('还没有处理过审批'))
})

it('keeps the list that could not be loaded again, and says how old it is', async () => {
  clock += 80_000
  await open()
  isListBroken = true
  await goBack()
  await vi.waitFor(() => expect(text()).toContain('没有更新成功'))
  expect(find('申请1')).toHaveLength(1)
  isListBroken = false
  tasks = tasks.slice(1)
  await tap('重试')
  await vi.waitFor(() => expect(text()).not.toContain('没有更新成功'))
  expect(find('申请1')).toHaveLength(0)
})
