import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CheckOutlined } from '@ant-design/icons'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { setLetterKeysOn } from '../letter-keys.ts'
import { MaskedValue } from '../masked-value.tsx'
import { PageSearchContext, type SetSearch } from '../page-search.tsx'
import { getButton, click, hasButton, createTestRoot, pressKey, getPageText, typeInto } from '../test-root.fixture.tsx'
import { DetailPage } from './detail-page.tsx'
import type { DetailPageTab } from './detail-spec.ts'

interface Pupil {
  name: string
}

let stage: ReturnType<typeof createTestRoot>
let events: string[]
let answer: (pupil: Pupil) => void
let address: string

const tabs: readonly DetailPageTab<Pupil>[] = [
  {
    key: 'facts',
    label: '概况',
    sections: () => [
      {
        title: '基本信息',
        facts: [
          { label: '出生日期', value: '2014-02-26' },
          { label: '血型', value: '' },
          {
            label: '家庭住址',
            guard: { kind: 'locked', who: '班主任与德育处', onRequestAccess: () => events.push('ask') },
          },
          { label: '监护情况', guard: { kind: 'absent' } },
        ],
      },
    ],
    timeline: () => ({
      title: '时间线',
      entries: [
        { id: '2', kind: '调班', at: '2026-09-15', text: '七(5)班 → 七(3)班', icon: CheckOutlined, tone: 'info' },
        { id: '1', kind: '入学', at: '2020-09-01', text: '一(3)班', icon: CheckOutlined, tone: 'closed' },
      ],
    }),
  },
  { key: 'roll', label: '考勤', sections: () => [{ title: '本周', body: '出勤 24 节' }] },
]

function Searching({ children }: { children: ReactNode }) {
  const [search, put] = useState(new URLSearchParams())
  const setSearch: SetSearch = (change) => put(change)
  useEffect(() => {
    address = search.toString()
  })
  return <PageSearchContext value={{ search, setSearch, isFront: true }}>{children}</PageSearchContext>
}

const open = () =>
  stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <Searching>
        <DetailPage<Pupil>
          reading={{ queryKey: ['pupil'], queryFn: () => new Promise((done) => (answer = done)) }}
          known={{ name: '丁一鸣', facts: ['男'] }}
          head={({ name }) => ({ name, facts: ['男', '12 岁'] })}
          tabs={tabs}
          position={{ at: 2, of: 46, onBefore: () => events.push('before'), onAfter: () => events.push('after') }}
          onEdit={() => events.push('edit')}
          more={{ label: '学籍异动', items: [{ key: 'out', label: '转出', onSelect: () => events.push('out') }] }}
        />
        <input aria-label="别处" />
      </Searching>
    </QueryClientProvider>,
  )
const arrive = () =>
  act(async () => {
    answer({ name: '丁一鸣' })
    await vi.advanceTimersByTimeAsync(10)
  })

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  setLetterKeysOn(true)
  stage = createTestRoot()
  events = []
})
afterEach(async () => {
  await stage.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows at once the data of the list, and the rest after loading', async () => {
  await open()
  expect(document.querySelector('h1')?.textContent).toBe('丁一鸣')
  expect(getPageText()).not.toContain('2014-02-26')
  expect(document.querySelector('[aria-label=正在加载]')).not.toBeNull()
  await arrive()
  expect(getPageText()).toContain('12 岁')
  expect(getPageText()).toContain('2014-02-26')
})

it('locks a fact without permission and names whom to ask, and leaves out a fact whose existence is secret', async () => {
  await open()
  await arrive()
  expect(getPageText()).toContain('仅班主任与德育处可看')
  await click(getButton('申请'))
  expect(events).toEqual(['ask'])
  expect(getPageText()).not.toContain('监护情况')
  expect(getPageText()).toContain('血型—')
})

it('steps with [ and ], edits with e and prints with p', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await open()
  await arrive()
  for (const key of ['[', ']', 'e', 'p']) await pressKey(key, {}, document.body)
  expect(events).toEqual(['before', 'after', 'edit'])
  expect(print).toHaveBeenCalledOnce()
})

it('ignores single keys while the user types, or when they are switched off', async () => {
  await open()
  await arrive()
  await pressKey('e', {}, document.querySelector('[aria-label=别处]')!)
  setLetterKeysOn(false)
  await pressKey('e', {}, document.body)
  expect(events).toEqual([])
})

it('keeps the tab in the address, and moves between tabs with the arrows', async () => {
  await open()
  await arrive()
  await click(getButton('考勤'))
  expect(address).toBe('tab=roll')
  expect(getPageText()).toContain('出勤 24 节')
  await pressKey('ArrowRight', {}, getButton('考勤'))
  expect(address).toBe('')
  expect(document.activeElement).toBe(getButton('概况'))
})

it('filters the timeline by kind', async () => {
  await open()
  await arrive()
  expect(getPageText()).toContain('2026-09-15 周二')
  await click(getButton('按类别筛选'))
  await click(getButton('入学'))
  expect(getPageText()).not.toContain('七(5)班')
  expect(getPageText()).toContain('一(3)班')
})

it('has its actions at the bottom on a phone', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  await arrive()
  expect(hasButton('打印')).toBe(false)
  await click(getButton('更多'))
  await click(getButton('转出'))
  expect(events).toEqual(['out'])
})

const masked = (reveal: (reason: string) => Promise<string>) => (
  <MaskedValue value="138****5012" label="手机号" reasons={['核对学籍']} reveal={reveal} />
)

const openReasons = async () => {
  await click(getButton('查看完整手机号'))
  // The popover is loaded on demand.
  await act(async () => {
    await import('../reason-popover.tsx')
    await vi.advanceTimersByTimeAsync(10)
  })
}

it('a masked number is drawn with dots, read as 已隐藏 and copied as it came', async () => {
  await stage.show(<MaskedValue value="138****5012" label="手机号" />)
  expect(getPageText()).toBe('138****已隐藏5012')
  expect(document.querySelector('button')).toBeNull()
})

it('a masked number is revealed for a reason, for thirty seconds', async () => {
  const reveal = vi.fn<(reason: string) => Promise<string>>(() => Promise.resolve('13801995012'))
  await stage.show(masked(reveal))
  await openReasons()
  await click(getButton('查看 30 秒'))
  expect(reveal).toHaveBeenCalledWith('核对学籍')
  expect(getPageText()).toContain('138 0199 5012')
  expect(getPageText()).toContain('30 秒')
  for (let second = 0; second < 31; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(getPageText()).not.toContain('138 0199 5012')
  expect(hasButton('查看完整手机号')).toBe(true)
})

it('another reason must be typed', async () => {
  const reveal = vi.fn<(reason: string) => Promise<string>>(() => Promise.resolve('13801995012'))
  await stage.show(masked(reveal))
  await openReasons()
  await click([...document.querySelectorAll<HTMLElement>('input[type=radio]')].at(-1)!)
  await click(getButton('查看 30 秒'))
  expect(reveal).not.toHaveBeenCalled()
  expect(getPageText()).toContain('请输入原因')
  await typeInto(document.querySelector('[aria-label=其他原因]')!, '家长来电')
  await click(getButton('查看 30 秒'))
  expect(reveal).toHaveBeenCalledWith('家长来电')
})
