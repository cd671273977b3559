import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoadingPlaceholder, OrderedLoading, OrderedItem, useOrderedLoading } from './ordered-loading.tsx'

let root: Root
const answers = new Map<string, (isLoading: boolean) => void>()

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
  const [isLoading, setReading] = useState(true)
  answers.set(name, setReading)
  useOrderedLoading(isLoading)
  return <p>{name}</p>
}

/** Loaded first, then it loads its data. */
function Fetched({ name }: { name: string }) {
  const [isThere, setThere] = useState(false)
  answers.set(`${name} fetched`, () => setThere(true))
  return isThere ? <Part name={name} /> : <LoadingPlaceholder height={100} />
}

const show = () =>
  act(async () =>
    root.render(
      <OrderedLoading>
        <OrderedItem at={1}>
          <Fetched name="todo" />
        </OrderedItem>
        <OrderedItem at={2}>
          <Part name="class" />
        </OrderedItem>
        <OrderedItem at={3}>
          <p>tiles</p>
        </OrderedItem>
      </OrderedLoading>,
    ),
  )
const setLoading = async (name: string, isLoading = false) => {
  await act(async () => answers.get(name)!(isLoading))
  await act(() => vi.advanceTimersByTimeAsync(1))
}
const seen = () =>
  [...document.querySelectorAll('p')].filter((one) => !one.closest('[class*=unseen]')).map((one) => one.textContent)

const rankOf = (name: string) =>
  [...document.querySelectorAll('p')]
    .find((one) => one.textContent === name)
    ?.closest<HTMLElement>('[class*=turn]')
    ?.style.getPropertyValue('--late-rank')

it('shows a part only after all parts above it have loaded', async () => {
  await show()
  expect(seen()).toEqual([])
  await setLoading('todo fetched')
  expect(seen()).toEqual(['todo'])
  await setLoading('class')
  expect(seen()).toEqual(['todo'])
  await setLoading('todo')
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
})

it('stays as it is when a part reloads', async () => {
  await show()
  for (const name of ['todo fetched', 'todo', 'class']) await setLoading(name)
  await setLoading('todo', true)
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
})

it('waits three seconds for a part, which then comes below the others', async () => {
  await show()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(seen()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(seen()).toEqual(['tiles'])
  expect(['todo', 'class', 'tiles'].map(rankOf)).toEqual([undefined, '1', '0'])
  await setLoading('class')
  expect(seen()).toEqual(['tiles'])
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(seen()).toEqual(['class', 'tiles'])
  await setLoading('todo fetched')
  await setLoading('todo')
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
  expect(['todo', 'class', 'tiles'].map(rankOf)).toEqual(['2', '1', '0'])
})

it('waits as long as one part after the other loads', async () => {
  await show()
  for (const name of ['todo fetched', 'todo', 'class']) {
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    await setLoading(name)
  }
  expect(seen()).toEqual(['todo', 'class', 'tiles'])
  expect(['todo', 'class', 'tiles'].map(rankOf)).toEqual(['0', '0', '0'])
})
