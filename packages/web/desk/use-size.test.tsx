import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SizedContainer } from './use-size.tsx'

let resized = () => {}
const disconnected = vi.fn()

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      disconnect = disconnected
      observe() {}
      constructor(changed: () => void) {
        resized = changed
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('passes its size to its content, and again 50 ms after the last change of size', async () => {
  const container = document.createElement('div')
  const size = { clientWidth: 300, clientHeight: 200 }
  for (const name of ['clientWidth', 'clientHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(() => size[name])
  }
  const root = createRoot(container)
  await act(async () => root.render(<SizedContainer>{({ width, height }) => `${width} × ${height}`}</SizedContainer>))
  expect(container.textContent).toBe('300 × 200')
  const change = (width: number) =>
    act(async () => {
      size.clientWidth = width
      resized()
    })
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
  await change(310)
  await wait(49)
  await change(320)
  await wait(49)
  expect(container.textContent).toBe('300 × 200')
  await wait(1)
  expect(container.textContent).toBe('320 × 200')
  await act(async () => root.unmount())
  expect(disconnected).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
