import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { setBigText } from '#packages/web/core/big-text.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { CurrentCardContext } from './current-card.ts'
import { Card } from './card.tsx'
import type { EmptyCardState } from './card-state.tsx'

const fault = new CallError({ ret: Ret.fault, msg: '服务暂时不可用', status: 500 })
/** 2026-11-15 10:32 in China. */
const morning = new Date('2026-11-15T02:32:00Z')

let root: Root
let client: QueryClient
let answer: () => Promise<string[]>
let emptyState: EmptyCardState
let headingIs: ((letters: string[]) => string) | undefined

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now: morning })
  localStorage.clear()
  client = createQueryClient()
  emptyState = { kind: 'rest', title: '今天没有待办', text: '明天见。' }
  headingIs = undefined
  identity = { id: 'letters', title: '待办' }
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  setBigText(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let identity: { id: string; title: string; staleSince?: number }
/** An immediate answer is rendered one tick later. */
const afterTick = async (work: () => unknown) => {
  await act(async () => void work())
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const show = () =>
  afterTick(() =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <CurrentCardContext value={identity}>
            <Card
              reading={{ queryKey: ['letters'], queryFn: () => answer() }}
              meta={(letters) => `共 ${letters.length} 件`}
              more={{ label: '查看全部', to: '/letters' }}
              skeleton={<i>bars</i>}
              emptyState={(letters) => (letters.length === 0 ? emptyState : undefined)}
              {...(headingIs && { heading: headingIs })}
              readAloudText={(letters) => letters.join('，')}
            >
              {(letters) => <ul>{letters.join('')}</ul>}
            </Card>
          </CurrentCardContext>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
const text = () => document.body.textContent
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))!
const press = (label: string) => afterTick(() => button(label).click())
const again = () => afterTick(() => client.refetchQueries())

it('shows its real title at once, and a skeleton of its content', async () => {
  answer = () => new Promise(() => {})
  await show()
  expect(document.querySelector('h2')!.textContent).toBe('待办')
  expect(document.querySelector('[aria-label=正在加载]')!.textContent).toBe('bars')
  expect(text()).toContain('查看全部')
})

it('shows its data, a note beside the title and the link to more', async () => {
  answer = async () => ['请假', '采购']
  await show()
  expect(text()).toContain('共 2 件')
  expect(document.querySelector('ul')!.textContent).toBe('请假采购')
  expect(document.querySelector('a')!.getAttribute('href')).toBe('/letters')
})

it('keeps the last data when loading fails, and shows 数据截至 with the time', async () => {
  answer = async () => ['请假']
  await show()
  vi.setSystemTime(morning.getTime() + 3_600_000)
  answer = () => Promise.reject(fault)
  await again()
  expect(text()).toContain('数据截至 10:32')
  expect(document.querySelector('ul')!.textContent).toBe('请假')
  answer = async () => ['采购']
  await press('重试')
  expect(document.querySelector('ul')!.textContent).toBe('采购')
  expect(text()).not.toContain('数据截至')
})

it('shows that other cards are not affected when it failed, and retries', async () => {
  answer = () => Promise.reject(fault)
  await show()
  expect(text()).toContain('数据加载失败')
  expect(text()).toContain('其他卡片不受影响')
  expect(text()).not.toContain('上次成功')
  answer = async () => ['请假']
  await press('重试')
  expect(document.querySelector('ul')!.textContent).toBe('请假')
})

it('shows when it last succeeded, also on another visit', async () => {
  answer = async () => ['请假']
  await show()
  await act(async () => root.unmount())
  client = createQueryClient()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  answer = () => Promise.reject(fault)
  await show()
  expect(text()).toContain('上次成功 10:32')
})

it('distinguishes a missing network and a missing permission from a failure', async () => {
  answer = () => Promise.reject(new CallError({ ret: Ret.fault, msg: '', status: 0 }))
  await show()
  expect(text()).toContain('网络断开了')
  answer = () => Promise.reject(new CallError({ ret: Ret.forbidden, msg: '', status: 200 }))
  await again()
  expect(text()).toContain('请联系本单位管理员开通')
})

it('shows why it is empty', async () => {
  answer = async () => []
  await show()
  expect(text()).toContain('今天没有待办')
})

it('is read aloud in 大字 where the browser has a voice, and can be stopped', async () => {
  const spokenTexts: string[] = []
  const cancel = vi.fn()
  vi.stubGlobal('speechSynthesis', { speak: ({ text }: { text: string }) => spokenTexts.push(text), cancel })
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
  answer = async () => ['请假', '采购']
  await show()
  expect(text()).not.toContain('朗读')
  await act(async () => setBigText(true))
  await press('朗读')
  expect(spokenTexts).toEqual(['待办。请假，采购'])
  cancel.mockClear()
  await press('停止')
  expect(cancel).toHaveBeenCalled()
  expect(text()).toContain('朗读')
})

it('shows in one line that it is empty, without a link to more', async () => {
  emptyState = { kind: 'line', text: '没有待办' }
  answer = async () => []
  await show()
  expect(text()).toBe('待办没有待办')
  expect(document.querySelector('a')).toBeNull()
})

it('has a heading from its data, and keeps its name for screen readers', async () => {
  headingIs = (letters) => `${letters.length} 件等您处理`
  answer = async () => ['请假']
  await show()
  expect(document.querySelector('h2')!.textContent).toBe('1 件等您处理')
  expect(document.querySelector('section')!.getAttribute('aria-label')).toBe('待办')
})

it('shows the time of what the board could not read anew, until it is read again', async () => {
  identity.staleSince = morning.getTime() - 3_600_000
  answer = async () => ['请假']
  await show()
  expect(text()).toContain('数据截至 09:32')
  answer = () => Promise.reject(fault)
  await press('重试')
  expect(text()).toContain('数据截至 09:32')
  answer = async () => ['采购']
  await press('重试')
  expect(document.querySelector('ul')!.textContent).toBe('采购')
  expect(text()).not.toContain('数据截至')
})
