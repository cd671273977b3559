import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hasLoader, useLoader } from './use-loader.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const Page = ({ isMoving }: { isMoving: boolean }) => (useLoader(isMoving) ? 'loading' : '')

async function begin() {
  const container = document.createElement('div')
  const root = createRoot(container)
  return {
    container,
    move: (isMoving: boolean) => act(async () => root.render(<Page isMoving={isMoving} />)),
    wait: (ms: number) => act(async () => vi.advanceTimersByTime(ms)),
  }
}

it('shows the loader after 200 ms, and closes it 17 ms after the page has loaded', async () => {
  const { container, move, wait } = await begin()
  await move(true)
  await wait(199)
  expect(container.textContent).toBe('')
  await wait(1)
  expect(container.textContent).toBe('loading')
  await move(false)
  await wait(16)
  expect(container.textContent).toBe('loading')
  await wait(1)
  expect(container.textContent).toBe('')
})

it('shows no loader for pages that load within 200 ms', async () => {
  const { container, move, wait } = await begin()
  await move(true)
  await wait(150)
  await move(false)
  await wait(500)
  expect(container.textContent).toBe('')
})

it('has no loader for paths that contain dataCentre', () => {
  expect(hasLoader('/dataCentre/dataBoard')).toBe(false)
  expect(hasLoader('/baseData/Orgs')).toBe(true)
})
