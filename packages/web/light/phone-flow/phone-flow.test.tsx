import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { Draft, DraftStore, FlowRecord } from './draft-store.ts'
import { PhoneFlow } from './phone-flow.tsx'
import type { FlowSpec } from './flow-spec.ts'

/** What a phone stores while the page is closed. */
class MemoryDraftStore implements DraftStore {
  readonly records = new Map<string, FlowRecord>()
  read = (name: string) => Promise.resolve(this.records.get(name))
  write = (name: string, record: FlowRecord) => {
    this.records.set(name, structuredClone(record))
    return Promise.resolve()
  }
  remove = (name: string) => {
    this.records.delete(name)
    return Promise.resolve()
  }
}

const filled = (message: string) => z.string().min(1, message)
let store: MemoryDraftStore
let sent: { draft: Draft; key: string }[]
let answers: (() => Promise<string>)[]
let root: Root

const spec = (more: Partial<FlowSpec<string>> = {}): FlowSpec<string> => ({
  id: 'enrol',
  title: '新生报名',
  help: 'enrol',
  auth: 'none',
  exitUrl: '/',
  submitLabel: '提交报名',
  steps: [
    {
      id: 'child',
      title: '孩子',
      fields: [
        { key: 'name', label: '孩子姓名', kind: 'text' },
        { key: 'nation', label: '民族', kind: 'text' },
      ],
      check: z.object({ name: filled('请填写孩子姓名'), nation: filled('请填写民族') }),
      summary: (draft) => ({ text: draft['name'] }),
    },
    {
      id: 'guardian',
      title: '监护人',
      fields: [{ key: 'mobile', label: '手机号', kind: 'mobile' }],
      check: z.object({ mobile: z.string().regex(/^1\d{10}$/, '请输入正确的手机号') }),
      summary: (draft) => ({ text: draft['mobile'] }),
    },
  ],
  store,
  submit: (draft, { idempotencyKey }) => {
    sent.push({ draft, key: idempotencyKey })
    return (answers.shift() ?? (() => Promise.resolve('20260001')))()
  },
  done: (answer) => <h1>已提交 {answer}</h1>,
  ...more,
})

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Element.prototype.scrollIntoView = () => {}
  store = new MemoryDraftStore()
  sent = []
  answers = []
  history.replaceState(null, '', '/enrol')
})
afterEach(() => close())

const open = async (more?: Partial<FlowSpec<string>>) => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<PhoneFlow spec={spec(more)} />))
}
const close = () => {
  act(() => root.unmount())
  document.body.replaceChildren()
}
/** The phone closes the page, and later it is opened again at its address. */
const killAndReopen = async (more?: Partial<FlowSpec<string>>) => {
  close()
  history.replaceState(null, '', location.href)
  await open(more)
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label)!
const text = () => document.body.textContent
const stepNow = () => document.querySelector('[aria-current=step]')?.textContent

const press = (label: string) =>
  act(async () => {
    button(label).click()
    await Promise.resolve()
  })
const type = (name: string, value: string) =>
  act(async () => {
    field(name).focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), value)
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
  })

const fillChild = async () => {
  await type('name', '陈知远')
  await type('nation', '汉族')
}
const fillAll = async () => {
  await fillChild()
  await press('下一步')
  await type('mobile', '13800135678')
  await press('下一步')
}

it('validates only this step on 下一步, and lists the errors with links to the fields', async () => {
  await open()
  await type('nation', '汉族')
  await press('下一步')
  expect(stepNow()).toContain('孩子')
  const list = document.querySelector('[role=alert]')!
  expect(list.textContent).toContain('有 1 处需要修改')
  expect(document.activeElement).toBe(field('name'))
  field('nation').focus()
  act(() => list.querySelector('a')!.click())
  expect(document.activeElement).toBe(field('name'))
  await type('name', '陈知远')
  expect(list.textContent).toBe('')
  // The next step has an empty field, which is not reported yet.
  await press('下一步')
  expect(stepNow()).toContain('监护人')
  expect(document.querySelector('[role=alert]')!.textContent).toBe('')
})

it('is at the same step and the same field after the page was killed', async () => {
  await open()
  await fillChild()
  await press('下一步')
  await type('mobile', '138001')
  await killAndReopen()
  expect(stepNow()).toContain('监护人')
  expect(field('mobile').value).toBe('138 001')
  expect(document.activeElement).toBe(field('mobile'))
  await act(async () => {
    history.replaceState(history.state, '', '/enrol?step=child')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(field('name').value).toBe('陈知远')
})

it('does not open a step that was never reached because an address names it', async () => {
  history.replaceState(null, '', '/enrol?step=check')
  await open()
  expect(stepNow()).toContain('孩子')
})

it('goes one step back with the back button, and keeps the typed values', async () => {
  await open()
  await fillChild()
  await press('下一步')
  expect(location.search).toBe('?step=guardian')
  await act(async () => {
    history.replaceState(history.state, '', '/enrol?step=child')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(stepNow()).toContain('孩子')
  expect(field('name').value).toBe('陈知远')
})

it('shows a summary before it is sent, with a link back to each step', async () => {
  await open()
  await fillAll()
  expect(stepNow()).toContain('核对')
  expect(text()).toContain('陈知远')
  act(() => document.querySelector<HTMLElement>('[aria-label=修改孩子]')!.click())
  expect(field('name').value).toBe('陈知远')
  expect(button('返回核对')).toBeDefined()
})

it('requires the promise and the signature before it sends anything', async () => {
  await open({ promise: '我已阅读承诺书', isSigned: true })
  await fillAll()
  await press('提交报名')
  expect(document.querySelector('[role=alert]')!.textContent).toContain('请先阅读并勾选')
  expect(document.querySelector('[role=alert]')!.textContent).toContain('请签名')
  expect(sent).toEqual([])
  act(() => field('promise').click())
  await press('不便手写')
  await type('signedName', '宋雅宁')
  await press('提交报名')
  expect(sent[0]?.draft['signedName']).toBe('宋雅宁')
})

it('keeps one idempotency key for a draft: over a lost answer, a second press and a killed page', async () => {
  const lost = new CallError({ ret: Ret.unavailable, msg: '请求超时', status: 0 })
  answers = [() => Promise.reject(lost), () => Promise.reject(lost)]
  await open()
  await fillAll()
  await press('提交报名')
  expect(text()).toContain('您填的内容都在')
  await press('提交报名')
  await killAndReopen()
  await press('提交报名')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent).toHaveLength(3)
  expect(text()).toContain('已提交 20260001')
})

it('shows the answer again after a reload, and keeps nothing else of the draft', async () => {
  await open()
  await fillAll()
  await press('提交报名')
  await killAndReopen()
  expect(text()).toContain('已提交 20260001')
  expect([...store.records.values()][0]!.draft).toEqual({})
})

it('starts a second form with its own key', async () => {
  let startOver = () => {}
  await open({
    done: (answer, begin) => {
      startOver = begin
      return <h1>已提交 {answer}</h1>
    },
  })
  await fillAll()
  await press('提交报名')
  await act(async () => startOver())
  expect(stepNow()).toContain('孩子')
  expect(field('name').value).toBe('')
  await fillAll()
  await press('提交报名')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

it('goes to the field that the server refused', async () => {
  const invalid = new CallError({
    ret: Ret.invalid,
    msg: '有 1 处需要修改',
    data: { errors: [{ field: 'name', msg: '姓名与身份证不符' }] },
    status: 200,
  })
  answers = [() => Promise.reject(invalid)]
  await open()
  await fillAll()
  await press('提交报名')
  expect(stepNow()).toContain('孩子')
  expect(document.querySelector('[role=alert]')!.textContent).toContain('孩子姓名：姓名与身份证不符')
})

it('names the last step on the page before the first step', async () => {
  const intro = { name: '云禾区教育局', title: '新生报名', facts: [], note: '', prepare: [], milestones: [] }
  await open({ intro })
  expect(button('开始填写')).toBeDefined()
  await press('开始填写')
  await fillChild()
  await press('下一步')
  close()
  history.replaceState(null, '', '/enrol')
  await open({ intro })
  expect(button('继续填写已完成 1/3 步')).toBeDefined()
  await press('继续填写已完成 1/3 步')
  expect(stepNow()).toContain('监护人')
})

it('shows when it closes, and keeps the draft once it has', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await open({ closesAt: Date.now() + 9 * 60_000 + 58_000 })
  expect(text()).toContain('距截止 09:58')
  expect(text()).toContain('不到 10 分钟')
  await fillAll()
  vi.setSystemTime(Date.now() + 600_000)
  await killAndReopen({ closesAt: Date.now() - 1_000 })
  expect(button('已截止，内容已存草稿').getAttribute('aria-disabled')).toBe('true')
  await press('已截止，内容已存草稿')
  expect(sent).toEqual([])
  vi.useRealTimers()
})

it('keeps the drafts of two people on one phone separate', async () => {
  const session = (userId: string) =>
    useSession.setState({
      token: '1.abc',
      user: { userId, realName: '', userType: 2, orgId: '', orgName: '', orgType: 1 },
    })
  session('mother')
  await open({ auth: 'guardian' })
  await type('name', '陈知远')
  close()
  session('neighbour')
  await open({ auth: 'guardian' })
  expect(field('name').value).toBe('')
  useSession.setState({ token: '', user: null })
})

it('shows nothing of a guardian’s form to another user', async () => {
  useSession.setState({
    token: '1.abc',
    user: { userId: 'u', realName: '', userType: 3, orgId: '', orgName: '', orgType: 1 },
  })
  await open({ auth: 'guardian' })
  expect(text()).toContain('本页由家长填写')
  expect(document.querySelector('input')).toBeNull()
  useSession.setState({ token: '', user: null })
})
