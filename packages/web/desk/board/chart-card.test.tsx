import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setBigText } from '#packages/web/core/big-text.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { CurrentCardContext } from './current-card.ts'
import { ChartCard } from './chart-card.tsx'

let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  setBigText(false)
})

const identity = { id: 'sizes', title: '各年级人数' }
const show = async (count = 2) => {
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <CurrentCardContext value={identity}>
            <ChartCard
              reading={{ queryKey: ['sizes'], queryFn: async () => [120, 90] }}
              measure="在校生"
              unit="人"
              of="年级"
              kind="columns"
              show={([first = 0, second = 0]) => ({
                finding: '一年级最多 120 人',
                marks: [
                  { label: '一年级', values: [first], isHighlighted: true, note: '3 个班', links: ['/first'] },
                  { label: '二年级', values: [second], isHighlighted: false, note: '2 个班', links: ['/second'] },
                  ...Array.from({ length: count - 2 }, (_, at) => ({ label: `${at + 3} 年级`, values: [1] })),
                ],
              })}
            />
          </CurrentCardContext>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  await act(async () => vi.waitFor(() => expect(document.querySelectorAll('tr')).toHaveLength(count + 1)))
}
const cells = () =>
  [...document.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!

it('is headed by its finding, with the unit and the time of the values', async () => {
  await show()
  expect(document.querySelector('h2')!.textContent).toBe('一年级最多 120 人')
  expect(document.body.textContent).toContain('在校生（人）')
  expect(document.body.textContent).toMatch(/更新于 \d\d:\d\d/)
})

it('has a real table for screen readers, beside the chart and instead of it', async () => {
  await show()
  const whole = [
    ['年级', '在校生（人）', '说明'],
    ['一年级', '120', '3 个班'],
    ['二年级', '90', '2 个班'],
  ]
  expect(document.querySelector('figure')!.getAttribute('aria-label')).toBe('一年级最多 120 人')
  expect(cells()).toEqual(whole)
  await act(async () => button('表格').click())
  expect(button('表格').getAttribute('aria-pressed')).toBe('true')
  expect(document.querySelector('figure')).toBeNull()
  expect(cells()).toEqual(whole)
  expect(document.querySelector('tbody a')!.getAttribute('href')).toBe('/first')
  await act(async () => button('图').click())
  expect(document.querySelector('figure')).not.toBeNull()
})

it('draws the bars of one series without ECharts, each as high as its value', async () => {
  await show()
  const bars = [...document.querySelectorAll<HTMLElement>('figure i')]
  expect(bars.map(({ style }) => style.height)).toEqual(['100%', '75%'])
  expect([...document.querySelectorAll('figure b')].map(({ textContent }) => textContent)).toEqual(['120', '90'])
  expect(bars.map((bar) => bar.closest<HTMLElement>('[data-highlighted]')!.dataset['highlighted'])).toEqual([
    'true',
    'false',
  ])
})

it('draws more than twelve marks with ECharts, when they come into view', async () => {
  let enter = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
        enter = () => onChange([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  await show(13)
  expect(document.querySelector('figure i')).toBeNull()
  expect(document.querySelector('figure')).not.toBeNull()
  await act(async () => enter())
  // The test browser cannot draw it: the table takes its place.
  await vi.waitFor(
    async () => {
      await act(async () => {})
      expect(document.querySelector('figure')).toBeNull()
    },
    { timeout: 15_000 },
  )
  vi.unstubAllGlobals()
}, 20_000)

it('is a sentence and a table in 大字, without a choice of the chart', async () => {
  setBigText(true)
  await show()
  expect(document.querySelector('figure')).toBeNull()
  expect(cells()).toHaveLength(3)
  expect(document.querySelector('[aria-label=显示方式]')).toBeNull()
})
