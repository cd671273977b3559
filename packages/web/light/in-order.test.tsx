import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Awaited, InOrder, Turn, useReading } from './in-order.tsx'

let root: Root
const answers = new Map<string, (isReading: boolean) => void>()

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

function Part({ name }: { name: string }) {
  const [isReading, setReading] = useState(true)
  answers.set(name, setReading)
  useReading(isReading)
  return <p>{name}</p>
}

/** First fetched, then it reads. */
function Fetched({ name }: { name: string }) {
  const [isThere, setThere] = useState(false)
  answers.set(`${name} fetched`, () => setThere(true))
  return isThere ? <Part name={name} /> : <Awaited height={100} />
}

const show = () =>
  act(async () =>
    root.render(
      <InOrder>
        <Turn at={1}>
          <Fetched name="todo" />
        </Turn>
        <Turn at={2}>
          <Part name="class" />
        </Turn>
        <Turn at={3}>
          <p>tiles</p>
        </Turn>
      </InOrder>,
    ),
  )
const tell = async (name: string, isReading = false) => {
  await act(async () => answers.get(name)!(isReading))
  await act(() => vi.advanceTimersByTimeAsync(1))
}
const seen = () =>
  [...document.querySelectorAll('p')].filter((one) => !one.closest('[class*=unseen]')).map((one) => one.textContent)

it('shows what is below only when all above it have come', async () => {
  await show()
  expect(seen()).toEqual([])
  await tell('todo fetched')
  expect(seen()).toEqual(['todo'])
  await tell('class')
  expect(seen()).toEqual(['todo'])
  await tell('todo')
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
})

it('stays as it is when a part reads again', async () => {
  await show()
  for (const name of ['todo fetched', 'todo', 'class']) await tell(name)
  await tell('todo', true)
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
})

it('waits three seconds for a part, and no longer', async () => {
  await show()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(seen()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(seen()).toEqual(['class', 'tiles'])
})
