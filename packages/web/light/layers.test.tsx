import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BottomSheet } from './bottom-sheet.tsx'
import { useToast } from './use-toast.tsx'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

const button = (label: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => one.textContent === label || one.getAttribute('aria-label') === label,
  )
const press = (label: string) => act(() => button(label)!.click())

function WithSheet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        换人
      </button>
      {isOpen && (
        <BottomSheet title="选择代课教师" onClose={() => setOpen(false)}>
          <p>李文静</p>
        </BottomSheet>
      )}
    </>
  )
}

it('opens a sheet as a modal dialog with its title, which keeps the focus inside', () => {
  act(() => root.render(<WithSheet />))
  press('换人')
  const dialog = document.querySelector('dialog')!
  expect(dialog.open).toBe(true)
  expect(document.getElementById(dialog.getAttribute('aria-labelledby')!)!.textContent).toBe('选择代课教师')
  press('关闭')
  expect(document.querySelector('dialog')).toBeNull()
})

it('closes a sheet with the back button, with Escape and with a press beside it', () => {
  act(() => root.render(<WithSheet />))
  press('换人')
  act(() => {
    history.replaceState(null, '')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(document.querySelector('dialog')).toBeNull()
  press('换人')
  act(() => void document.querySelector('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(document.querySelector('dialog')).toBeNull()
  press('换人')
  act(() => document.querySelector('dialog')!.click())
  expect(document.querySelector('dialog')).toBeNull()
})

let undone: number
function WithToast() {
  const { showMessage, toast } = useToast()
  return (
    <>
      <button type="button" onClick={() => showMessage('已记录', () => undone++)}>
        记录
      </button>
      {toast}
    </>
  )
}
const seconds = async (count: number) => {
  for (let second = 0; second < count; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
}

it('shows a message for eight seconds with a visible countdown, and announces it once', async () => {
  vi.useFakeTimers()
  undone = 0
  act(() => root.render(<WithToast />))
  const status = document.querySelector('[role=status]')!
  expect(status.textContent).toBe('')
  press('记录')
  expect(status.textContent).toBe('已记录')
  expect(button('撤销 8 秒')).toBeDefined()
  await seconds(1)
  expect(button('撤销 7 秒')).toBeDefined()
  expect(status.textContent).toBe('已记录')
  await seconds(7)
  expect(document.body.textContent).not.toContain('撤销')
  expect(undone).toBe(0)
})

it('undoes once, and closes', () => {
  undone = 0
  act(() => root.render(<WithToast />))
  press('记录')
  press('撤销 8 秒')
  expect(undone).toBe(1)
  expect(document.body.textContent).not.toContain('撤销')
})
