import { act, useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { PageSearchContext } from '#packages/web/desk/page-search.tsx'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton, pressKey, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import {
  approvalApi,
  approvalSetupApi,
  handledMessage,
  type FlowDetail,
  type FlowRow,
  type InboxTask,
} from '../../contract.ts'
import { createFlow, createTask, flowIdOf, taskIdOf, toWire } from '../flow.fixture.ts'
import ApprovalPage from './approval.tsx'

let tasks: InboxTask[]
let flows: Map<string, FlowDetail>
let signature: { fileId: string | null; url: string } | undefined
let served: ReturnType<typeof createTestPage>

/** A request that waits for somebody else. */
const createRow = (at: number): FlowRow => {
  const { flowId, subject, subjectTitle, title, brief, orgName, applicant } = createTask(at)
  const request = { flowId, subject, subjectTitle, title, brief, orgName, applicant }
  return {
    ...request,
    status: 'running',
    stepNames: ['教务主任'],
    submittedAt: '2026-11-13T00:30:00.000Z',
    finishedAt: null,
  }
}
const pageOf = <Item,>(items: Item[]) => ({ items, itemCount: items.length, pageCount: 1 })
const decide = (body: unknown) => {
  const { taskId } = body as { taskId: string }
  const task = tasks.find((one) => one.taskId === taskId)!
  tasks = tasks.filter((one) => one !== task)
  const flow = flows.get(task.flowId)!
  const left = tasks.find((one) => one.flowId === task.flowId)
  flows.set(
    task.flowId,
    left ? { ...flow, taskId: left.taskId } : { ...flow, taskId: null, may: ['withdraw'], withdrawTaskId: taskId },
  )
  return { flowId: task.flowId, status: 'running' }
}

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-13T02:00:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  Object.assign(window, { innerWidth: 1366 })
  signature = undefined
  tasks = [
    createTask(1),
    createTask(2, { holder: '许立群', dueAt: '2026-11-12T02:00:00.000Z' }),
    createTask(3, { isSingle: true }),
  ]
  flows = new Map([1, 2, 3].map((at) => [flowIdOf(at), createFlow(at)]))
  served = createTestPage({
    [approvalApi.todoList.path]: ({ query }) =>
      pageOf(tasks.filter(({ title }) => title.includes(query['keyword'] ?? ''))),
    [approvalApi.doneList.path]: () => pageOf([]),
    [approvalApi.adminList.path]: () => pageOf([createRow(7)]),
    [approvalApi.counts.path]: () => ({ open: tasks.length, late: 1 }),
    [approvalApi.detail.path]: ({ query }) => toWire(flows.get(query['flowId']!)!),
    [approvalApi.approve.path]: ({ body }) => decide(body),
    [approvalApi.reject.path]: ({ body }) => decide(body),
    [approvalApi.returnTo.path]: ({ body }) => decide(body),
    [approvalApi.resubmit.path]: () => ({ flowId: flowIdOf(1), status: 'running' }),
    [approvalApi.batchApprove.path]: ({ body }) => ({
      results: (body as { taskIds: string[] }).taskIds.map((taskId) =>
        taskId === taskIdOf(2)
          ? { taskId, isDone: false, message: handledMessage }
          : (decide({ taskId }), { taskId, isDone: true, message: '' }),
      ),
    }),
    [approvalApi.withdrawTask.path]: () => {
      tasks = [createTask(1), ...tasks]
      flows.set(flowIdOf(1), createFlow(1))
      return { flowId: flowIdOf(1), status: 'running' }
    },
    [approvalSetupApi.signature.path]: () => {
      if (!signature) throw new Error('offline')
      return signature
    },
    [approvalSetupApi.phraseList.path]: () => ({ phrases: ['同意', '同意，请安排好课务'] }),
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const info = { title: '审批', group: '审批', permission: { code: 'staff', title: '' }, actions: [] }
let address = ''
function Shell({ start = '' }: { start?: string }) {
  const [search, setSearch] = useState(() => new URLSearchParams(start))
  useEffect(() => {
    address = search.toString()
  }, [search])
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, setSearch: (next) => setSearch(next), isFront: true }}>
        <ApprovalPage />
      </PageSearchContext>
    </PageContext>
  )
}
const show = (start?: string) => served.show(<Shell {...(start !== undefined && { start })} />)
const getBodies = (route: { path: string }) => served.callsTo(route.path).map(({ body }) => body)
const getTitle = () => document.querySelector('article h2')?.textContent ?? ''
// Fields that grow with their text leave a hidden one in the document, which measures.
const findOpinion = () => document.querySelector<HTMLTextAreaElement>('section[aria-label=审批意见] textarea')
const getOpinion = () => findOpinion()!

it('starts the second task of a request without the opinion of the first', async () => {
  tasks = [createTask(1), createTask(1, { taskId: taskIdOf(9) })]
  await show()
  await typeInto(getOpinion(), '辛苦了')
  await click(getButton('同意，请安排好课务'))
  await settle()
  expect(getOpinion().value).toBe('辛苦了，同意，请安排好课务')
  await click(getButton('同意，请安排好课务'))
  await pressKey('a', {}, document.body)
  await settle()
  expect(getBodies(approvalApi.approve)).toMatchObject([{ opinion: '辛苦了，同意，请安排好课务' }])
  expect(getTitle()).toContain('申请1')
  expect(getOpinion().value).toBe('')
})

it('asks for a signature only if there is none, and decides nothing that waits for added people', async () => {
  tasks = [createTask(1), createTask(2)]
  flows.set(flowIdOf(1), createFlow(1, { needsSignature: true }))
  const { steps } = createFlow(2)
  const [past, open] = steps
  flows.set(
    flowIdOf(2),
    createFlow(2, {
      may: ['copy', 'comment'],
      steps: [past!, { ...open!, seats: open!.seats.map((seat) => ({ ...seat, status: 'suspended' })) }],
    }),
  )
  await show()
  await settle(60_000)
  await pressKey('a')
  await settle()
  expect(getPageText()).toContain('签名没有加载成功')
  expect(document.querySelector('dialog')).toBeNull()
  signature = { fileId: flowIdOf(77), url: '/signature.png' }
  await settle(60_000)
  await pressKey('a')
  await settle()
  expect(getBodies(approvalApi.approve)).toMatchObject([{ signatureFileId: flowIdOf(77) }])
  expect(getTitle()).toContain('申请2')
  expect(getPageText()).toContain('等待加签人员处理')
  expect(findOpinion()).toBeNull()
})

it('shows the request with its path, and opens the next one after a decision', async () => {
  await show()
  expect(getTitle()).toContain('申请1')
  const text = getPageText()
  for (const part of [
    '待我处理 3',
    '1 项已超时',
    '代许立群',
    '超时',
    '高远 代 林静怡',
    '班级由徐敏代管',
    '剩余 3 小时',
    '超过1天时',
    '2 天',
  ])
    expect(text).toContain(part)
  expect(text).toContain('处理后自动打开下一条：申请2')
  await click(getButton('同意，请安排好课务'))
  await click(getButton('同意'))
  await settle()
  expect(getBodies(approvalApi.approve)).toEqual([
    { taskId: taskIdOf(1), opinion: '同意，请安排好课务', signatureFileId: null },
  ])
  expect(getTitle()).toContain('申请2')
  expect(address).toBe(`flow=${flowIdOf(2)}`)
  expect(getPageText()).toContain('待我处理 2')
})

it('decides once at a double click, and takes a decision back', async () => {
  await show()
  const find = () => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === '同意')!
  await click(find())
  await settle()
  await click(find())
  await settle()
  expect(getBodies(approvalApi.approve)).toHaveLength(1)
  expect(getTitle()).toContain('申请2')
  await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('撤销'))!)
  await settle()
  expect(getBodies(approvalApi.withdrawTask)).toEqual([{ taskId: taskIdOf(1) }])
  expect(getTitle()).toContain('申请1')
})

it('moves and decides by keys, but not while somebody types', async () => {
  await show()
  await pressKey('j')
  await settle()
  expect(getTitle()).toContain('申请2')
  await pressKey('r')
  expect(getPageText()).toContain('请填写拒绝的原因')
  expect(document.activeElement).toBe(getOpinion())
  const menu = document.body.appendChild(document.createElement('div'))
  menu.setAttribute('role', 'menu')
  await pressKey('a', {}, menu)
  menu.remove()
  await pressKey('a', {}, getOpinion())
  await settle()
  expect(getBodies(approvalApi.approve)).toEqual([])
  await typeInto(getOpinion(), '人手不够')
  await act(async () => getOpinion().blur())
  await pressKey('r', {}, document.body)
  await settle()
  await click(getButton('拒绝'))
  await settle()
  expect(getBodies(approvalApi.reject)).toEqual([{ taskId: taskIdOf(2), opinion: '人手不够' }])
  expect(getTitle()).toContain('申请3')
})

it('moves on by keys from a request with two tasks', async () => {
  tasks = [createTask(1), createTask(1, { taskId: taskIdOf(9) }), createTask(2)]
  await show()
  await pressKey('j')
  await settle()
  expect(getTitle()).toContain('申请2')
  await pressKey('k')
  await settle()
  expect(getTitle()).toContain('申请1')
})

it('sends a returned request again with a changed text', async () => {
  tasks = [createTask(1)]
  const revision = { label: '用途', text: '看看' }
  flows.set(flowIdOf(1), createFlow(1, { taskId: null, status: 'returned', may: ['resubmit', 'recall'], revision }))
  await show()
  await click(getButton('重新提交'))
  await settle()
  const field = document.querySelector<HTMLTextAreaElement>('dialog textarea')!
  expect(field.value).toBe('看看')
  await typeInto(field, '核对学籍')
  await click(
    [...document.querySelectorAll<HTMLElement>('dialog button')].findLast((one) => one.textContent === '重新提交')!,
  )
  await settle()
  expect(getBodies(approvalApi.resubmit)).toEqual([{ flowId: flowIdOf(1), text: '核对学籍' }])
})

it('shows administrators what is on its way at their organisations, to move or end it', async () => {
  tasks = []
  const flow = createFlow(7, { taskId: null, may: ['reassign', 'jump', 'terminate'] })
  flows.set(flowIdOf(7), flow)
  await show()
  expect(hasButton('本单位的审批')).toBe(false)
  await served.show(
    <PermissionContext value={new Set(['flow.manage'])}>
      <Shell />
    </PermissionContext>,
  )
  await click(getButton('本单位的审批'))
  await settle()
  expect(address).toContain('tab=managed')
  expect(served.callsTo(approvalApi.adminList.path).at(-1)).toMatchObject({ query: { status: 'running' } })
  expect(getTitle()).toContain('申请7')
  await click(document.querySelector<HTMLElement>('[aria-label=更多操作]')!)
  await settle()
  for (const label of ['改派', '跳转', '终止']) expect(getPageText()).toContain(label)
})

it('asks for what a step needs, and a handled step is done', async () => {
  tasks = [createTask(1)]
  flows.set(flowIdOf(1), createFlow(1, { stepType: 'handle', needsOpinion: true, may: ['approve', 'return'] }))
  await show()
  expect(hasButton('拒绝')).toBe(false)
  await click(getButton('办结'))
  expect(getPageText()).toContain('请填写审批意见')
  await click(getButton('退回'))
  await settle()
  await click([...document.querySelectorAll<HTMLElement>('dialog button')].find((one) => one.textContent === '退回')!)
  await settle()
  expect(getPageText()).toContain('请填写退回原因')
  await typeInto(document.querySelector<HTMLElement>('dialog textarea')!, '材料不全')
  await click([...document.querySelectorAll<HTMLElement>('dialog button')].find((one) => one.textContent === '退回')!)
  await settle()
  expect(getBodies(approvalApi.returnTo)).toEqual([
    { taskId: taskIdOf(1), to: '', resume: 'direct', opinion: '材料不全' },
  ])
  expect(getPageText()).toContain('没有待处理的审批')
})

it('approves several and shows the result of each', async () => {
  tasks = [...tasks, createTask(5)]
  await show()
  await click(getButton('批量处理'))
  expect(getPageText()).toContain('需要意见或签名，请单独处理')
  await pressKey('a', {}, document.body)
  await settle()
  expect(getBodies(approvalApi.approve)).toEqual([])
  await click(getButton('全选'))
  expect(hasButton('同意 3 项')).toBe(true)
  // Somebody else decides one of them.
  tasks = tasks.filter(({ taskId }) => taskId !== taskIdOf(5))
  await act(async () => setWaitingCounts({ unread: 1, todo: 5, tasks: 0 }))
  await settle()
  await click(getButton('同意 2 项'))
  await click(
    [...document.querySelectorAll<HTMLElement>('dialog button')].find((one) => one.textContent === '同意 2 项')!,
  )
  await settle()
  expect(getBodies(approvalApi.batchApprove)).toEqual([{ taskIds: [taskIdOf(1), taskIdOf(2)], opinion: '同意' }])
  expect(document.querySelector('dialog')!.textContent).toContain('申请1已同意')
  expect(document.querySelector('dialog')!.textContent).toContain(`申请2${handledMessage}`)
})

it('follows the stream, the tab and the search, and says what is missing', async () => {
  await show()
  tasks = [createTask(4), ...tasks]
  flows.set(flowIdOf(4), createFlow(4))
  await act(async () => setWaitingCounts({ unread: 3, todo: 9, tasks: 0 }))
  await settle()
  expect(getPageText()).toContain('待我处理 4')
  expect(getTitle()).toContain('申请1')
  await typeInto(document.querySelector('input[type=search]')!, '没有这个')
  await settle(400)
  await settle()
  expect(getPageText()).toContain('没有找到')
  await click(getButton('清除条件'))
  await settle(400)
  await settle()
  expect(getPageText()).toContain('申请4')
  expect(document.querySelector<HTMLInputElement>('input[type=search]')!.value).toBe('')
  await click([...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === '已处理')!)
  await settle()
  expect(address).toBe('tab=done')
  expect(getPageText()).toContain('还没有处理过审批')
})

it('leaves the reader where a late answer finds them', async () => {
  const answer = globalThis.fetch
  const gate = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes(approvalApi.approve.path)) await gate.promise
    return answer(address, init)
  })
  await show()
  await pressKey('a')
  await pressKey('j')
  await pressKey('j')
  await settle()
  expect(getTitle()).toContain('申请3')
  gate.resolve()
  await settle()
  expect(getBodies(approvalApi.approve)).toHaveLength(1)
  expect(getTitle()).toContain('申请3')
})
