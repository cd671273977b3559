import { act, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StatPageData } from '#packages/contract/statistics.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { PageContext } from '../page-context.tsx'
import { PageSearchContext, type SetSearch } from '../page-search.tsx'
import { createTestPage, settle } from '../test-page.fixture.tsx'
import { click, getButton, hasButton } from '../test-root.fixture.tsx'
import { DrillDownListsContext } from './drill-down-lists-context.ts'
import { SampleDrillDownList } from './sample-drill-down-list.tsx'
import { StatPage, type ChosenPeriod } from './stat-page.tsx'
import { sampleStatistics } from './sample-statistics.ts'

const info = { title: '数据统计', group: '数据中心', permission: { code: 'staff', title: '' }, actions: [] }

const drillDownLists = { '/baseData/Student': SampleDrillDownList }

function Address({ children }: { children: ReactNode }) {
  const [search, setText] = useState(() => new URLSearchParams())
  const setSearch: SetSearch = (change) => setText((before) => change(before))
  return (
    <PageContext value={info}>
      <PageSearchContext value={{ search, setSearch, isFront: true }}>
        <DrillDownListsContext value={drillDownLists}>{children}</DrillDownListsContext>
        <output>{search.toString()}</output>
      </PageSearchContext>
    </PageContext>
  )
}

let page: ReturnType<typeof createTestPage>
const asked: ChosenPeriod[] = []
const saved: { name: string; chart?: string }[] = []
beforeEach(() => {
  vi.useFakeTimers()
  page = createTestPage({})
  asked.length = 0
  saved.length = 0
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const show = (answer: (period: ChosenPeriod) => Promise<StatPageData>) =>
  page.show(
    <Address>
      <StatPage
        reading={(period) => ({
          queryKey: ['statistics', period],
          queryFn: () => {
            asked.push(period)
            return answer(period)
          },
        })}
        onSheet={async (_, sheet) => void saved.push(sheet)}
      />
    </Address>,
  )
const press = async (key: string, target: EventTarget = document.body) => {
  await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  await settle()
}
const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

it('shows figures with their comparison, each a link to its list, and charts under their findings', async () => {
  await show(async () => sampleStatistics)
  const [first] = document.querySelectorAll<HTMLAnchorElement>('li > a')
  expect(first!.textContent).toBe('在校学生810 人比上月同期 +3')
  expect(first!.getAttribute('href')).toBe('/baseData/Student')
  expect(texts('h2')).toEqual(sampleStatistics.charts.map(({ finding }) => finding))
})

it('turns the period with the arrow keys and the buttons, and not while somebody types', async () => {
  await show(async () => sampleStatistics)
  await press('ArrowLeft')
  expect(asked.at(-1)).toEqual({ kind: undefined, on: '2026-10-01' })
  const input = document.body.appendChild(document.createElement('input'))
  const before = asked.length
  await press('ArrowLeft', input)
  input.remove()
  // There is no later period.
  await press('ArrowRight')
  expect(getButton('后一段时间').disabled).toBe(true)
  expect(asked).toHaveLength(before)
})

it('keeps the last numbers with their age when new ones fail to load', async () => {
  let isDown = false
  await show(async () => {
    if (isDown) throw new CallError({ ret: -6, msg: '无权访问', status: 200 })
    return sampleStatistics
  })
  expect(document.body.textContent).not.toContain('数据截至')
  isDown = true
  await act(async () => page.client.invalidateQueries())
  await settle(10_000)
  expect(document.body.textContent).toMatch(/数据截至 \d\d:\d\d/)
  expect(texts('h2')).toHaveLength(4)
})

it('says why there is nothing: no permission, nothing counted', async () => {
  await show(() => Promise.reject(new CallError({ ret: -6, msg: '无权访问', status: 200 })))
  await settle(10_000)
  expect(document.body.textContent).toContain('您没有这项权限')
  expect(hasButton('导出')).toBe(false)
})

it('shows the table of a chart with a link at every number, and saves it', async () => {
  await show(async () => sampleStatistics)
  await click(getButton('表格'))
  const last = [...document.querySelectorAll('section')].at(-1)!
  expect([...last.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual(['时间', '转入', '转出'])
  expect(last.querySelectorAll('tbody td a')).toHaveLength(last.querySelectorAll('tbody td').length)
  await click(getButton('导出'))
  await click(getButton(`下载：${sampleStatistics.charts[3]!.finding}`))
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    textContent.includes('xlsx'),
  )!
  await click(item)
  expect(saved).toEqual([
    { name: '学生统计 2026年11月' },
    { name: '学生统计 2026年11月 累计转入转出', chart: 'transfers' },
  ])
})

it('opens the rows behind a number beside it, follows the period, and leads to the whole list', async () => {
  await show(async ({ on }) => ({
    ...sampleStatistics,
    figures: sampleStatistics.figures.map((figure) => ({
      ...figure,
      link: on ? `${figure.link}?on=${on}` : figure.link,
    })),
  }))
  const drawer = () => document.querySelector('aside')
  const [first, second] = document.querySelectorAll<HTMLAnchorElement>('li > a')
  first!.focus()
  await click(first!)
  await settle()
  expect(document.querySelector('output')!.textContent).toBe('drill=a')
  expect([...drawer()!.querySelectorAll('ol li')].map(({ textContent }) => textContent)).toEqual([
    '2026年11月',
    '在校学生',
  ])
  expect(drawer()!.querySelectorAll('tbody tr')).toHaveLength(20)
  expect(drawer()!.querySelector('[role=status]')!.textContent).toBe('共 46 人')
  expect(drawer()!.querySelector('footer a')!.getAttribute('href')).toBe('/baseData/Student')
  expect(first!.getAttribute('aria-current')).toBe('true')
  await press('ArrowLeft')
  expect(drawer()!.querySelector('footer a')!.getAttribute('href')).toBe('/baseData/Student?on=2026-10-01')
  await press('Escape')
  expect(drawer()).toBeNull()
  expect(document.activeElement).toBe(first)
  // No module provides the rows of this list for a drawer.
  await click(second!)
  expect(page.at()).toBe('/baseData/StudentChanges?on=2026-10-01')
})

it('shows all charts as tables with T, or only the one with the focus', async () => {
  await show(async () => sampleStatistics)
  const countTables = () => document.querySelectorAll('section [role=region]').length
  await press('t')
  expect(countTables()).toBe(4)
  await press('t', document.querySelector('section button')!)
  expect(countTables()).toBe(3)
})
