import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { dataCentreApi, type OpenExceptions } from '../../contract.ts'
import { getOpenExceptionsShape } from '../figure-queries.ts'
import OpenExceptionsCard from './open-exceptions.tsx'

let served: ReturnType<typeof createTestPage>
beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

async function show(items: OpenExceptions['items']) {
  served = createTestPage({ [dataCentreApi.openExceptions.path]: () => ({ day: '2026-11-19', items }) })
  await served.show(
    <CurrentCardContext value={{ id: 'open-exceptions', title: '需要处理' }}>
      <OpenExceptionsCard />
    </CurrentCardContext>,
  )
  return getOpenExceptionsShape(served.client)
}

it('each number is a link to its rows', async () => {
  const url = '/application/CallTheRoll/records?status=missed&day=2026-11-19~2026-11-19'
  const shape = await show([
    { key: 'missed-rolls', title: '未点名', unit: '节', count: 1203, url },
    { key: 'open-covers', title: '待安排代课', unit: '节', count: 2, url: '/application/classAdjustQuery/today' },
  ])
  expect(shape).toBe('card')
  const links = [...document.querySelectorAll('a')]
  expect(links.map(({ textContent }) => textContent)).toEqual(['未点名1,203节', '待安排代课2节'])
  expect(links[0]!.getAttribute('href')).toBe(url)
})

it('is one quiet line when there is nothing', async () => {
  expect(await show([])).toBe('line')
  expect(getPageText()).toContain('暂无需要处理的事项')
  expect(document.querySelector('a')).toBeNull()
})
