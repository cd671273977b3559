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
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
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

it('offers the way back for eight seconds', async () => {
  await say('已停用 3 所学校')
  expect(text()).toContain('已停用 3 所学校')
  await wait(7_900)
  expect(button()?.textContent).toBe('撤销')
  await wait(200)
  expect(button()).toBeNull()
  await press(document.body, 'z')
  expect(undone).toEqual([])
})

it('takes back what was done, by its button or by Ctrl+Z, and says so', async () => {
  await say('一')
  await act(async () => button()!.click())
  expect(text()).toContain('已撤销')
  expect(button()).toBeNull()
  await say('二')
  await press(document.body, 'z')
  expect(undone).toEqual(['一', '二'])
})

it('leaves Ctrl+Z to whoever types', async () => {
  await say('一')
  await press(document.querySelector('input')!, 'z')
  expect(undone).toEqual([])
})

it('takes back only the last thing', async () => {
  await say('一')
  await say('二')
  await press(document.body, 'z')
  await press(document.body, 'z')
  expect(undone).toEqual(['二'])
})

it('waits for whoever reaches for the button', async () => {
  await say('一')
  await act(async () => button()!.focus())
  await wait(60_000)
  expect(button()).not.toBeNull()
  await act(async () => button()!.blur())
  await wait(8_100)
  expect(button()).toBeNull()
})

it('says why it could not be taken back', async () => {
  const refused = new CallError({ ret: Ret.refused, msg: '机构已被删除', status: 200 })
  await act(async () => toast.undo('一', () => Promise.reject(refused)))
  await act(async () => button()!.click())
  expect(text()).toContain('机构已被删除')
})

it('shows the way to what was done for eight seconds, and goes there inside the shell', async () => {
  const gone: string[] = []
  setNavigate((address) => void gone.push(address))
  await act(async () => toast.success('已将 2 名学生调入一(3)班', { label: '查看', to: '/baseData/Student?node=a' }))
  await wait(7_900)
  const link = document.querySelector<HTMLAnchorElement>('a')!
  expect(link.textContent).toBe('查看')
  await act(async () => link.click())
  expect(gone).toEqual(['/baseData/Student?node=a'])
  expect(text()).not.toContain('已将 2 名学生')
  setNavigate((address) => location.assign(address))
})
