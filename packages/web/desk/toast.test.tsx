import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { setNavigate } from '#packages/web/core/session-redirects.ts'
import { ToastProvider, useToast } from './toast.tsx'

let root: Root
let toast: ReturnType<typeof useToast>
let undone: string[]

function Page() {
  const ours = useToast()
  useEffect(() => {
    toast = ours
  }, [ours])
  return <input aria-label="名称" />
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  undone = []
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () =>
    root.render(
      <ToastProvider>
        <Page />
      </ToastProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const say = (message: string) =>
  act(async () =>
    toast.undo(message, async () => {
      undone.push(message)
    }),
  )
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (target: Element, key: string) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }))
  })
const button = () => document.querySelector('button')
const text = () => document.body.textContent

it('offers undo for eight seconds', async () => {
  await say('已停用 3 所学校')
  expect(text()).toContain('已停用 3 所学校')
  await wait(7_900)
  expect(button()?.textContent).toBe('撤销')
  await wait(200)
  expect(button()).toBeNull()
  await press(document.body, 'z')
  expect(undone).toEqual([])
})

it('undoes the action, by its button or by Ctrl+Z, and confirms it', async () => {
  await say('一')
  await act(async () => button()!.click())
  expect(text()).toContain('已撤销')
  expect(button()).toBeNull()
  await say('二')
  await press(document.body, 'z')
  expect(undone).toEqual(['一', '二'])
})

it('leaves Ctrl+Z to text fields', async () => {
  await say('一')
  await press(document.querySelector('input')!, 'z')
  expect(undone).toEqual([])
})

it('undoes only the last action', async () => {
  await say('一')
  await say('二')
  await press(document.body, 'z')
  await press(document.body, 'z')
  expect(undone).toEqual(['二'])
})

it('waits while the pointer is over the button', async () => {
  await say('一')
  await act(async () => button()!.focus())
  await wait(60_000)
  expect(button()).not.toBeNull()
  await act(async () => button()!.blur())
  await wait(8_100)
  expect(button()).toBeNull()
})

it('shows why undo failed', async () => {
  const refused = new CallError({ ret: Ret.refused, msg: '机构已被删除', status: 200 })
  await act(async () => toast.undo('一', () => Promise.reject(refused)))
  await act(async () => button()!.click())
  expect(text()).toContain('机构已被删除')
})

it('shows the link to the result for eight seconds, and opens it inside the shell', async () => {
  const redirects: string[] = []
  setNavigate((address) => void redirects.push(address))
  await act(async () => toast.success('已将 2 名学生调入一(3)班', { label: '查看', to: '/baseData/Student?node=a' }))
  await wait(7_900)
  const link = document.querySelector<HTMLAnchorElement>('a')!
  expect(link.textContent).toBe('查看')
  await act(async () => link.click())
  expect(redirects).toEqual(['/baseData/Student?node=a'])
  expect(text()).not.toContain('已将 2 名学生')
  setNavigate((address) => location.assign(address))
})
