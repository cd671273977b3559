import { act, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BoardCard } from '#packages/web/core/module.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { dataCentreApi, type Board } from '../../contract.ts'
import ArrangeDialog from './arrange-dialog.tsx'

let page: ReturnType<typeof createTestPage>
const onArranged = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onArranged.mockClear()
  page = createTestPage({ [dataCentreApi.saveBoard.path]: () => null, [dataCentreApi.resetBoard.path]: () => null })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const titles: Record<string, string> = { todos: '待办', week: '校历', changes: '异动' }
const cards = Object.entries(titles).map(([id, title]): BoardCard => ({
  id,
  title,
  columns: 4,
  sort: 1,
  placeholderHeight: 100,
  load: async () => ({ default: () => null }),
}))
const show = (part: Partial<Board> = {}) => {
  const opened = Promise.resolve<Board>({
    orgId: '',
    readAt: '2026-09-07T00:00:00Z',
    cards: Object.keys(titles).map((id) => ({ id, isHidden: false, isLocked: false, ok: true, staleSince: null })),
    isArranged: false,
    mayManage: false,
    reads: [],
    ...part,
  })
  return page.show(
    <Suspense>
      <ArrangeDialog opened={opened} cards={cards} onArranged={onArranged} onClose={() => {}} />
    </Suspense>,
  )
}
const press = async (name: string) => {
  await act(async () =>
    [...document.querySelectorAll<HTMLElement>('button, input')]
      .find((one) => one.getAttribute('aria-label') === name || one.textContent === name)!
      .click(),
  )
  await settle()
}
const sent = (path: string) => page.callsTo(path).map(({ body }) => body)
const place = (id: string, part: object = {}) => ({ id, isHidden: false, isLocked: false, ...part })

it('moves a card by its arrows, hides one, and saves the own board', async () => {
  await show()
  await press('异动上移')
  await press('显示校历')
  await press('保存')
  expect(sent(dataCentreApi.saveBoard.path)).toEqual([
    { owner: 'user', cards: [place('todos'), place('changes'), place('week', { isHidden: true })] },
  ])
  expect(onArranged).toHaveBeenCalledOnce()
})

it('goes back to the default', async () => {
  await show({ isArranged: true })
  await press('恢复默认')
  expect(sent(dataCentreApi.resetBoard.path)).toEqual([{ owner: 'user' }])
})

it('offers the board of the organisation and locking only to those who manage it', async () => {
  await show()
  expect(document.body.textContent).not.toContain('本单位看板')
  await page.close()
  page = createTestPage({ [dataCentreApi.saveBoard.path]: () => null })
  await show({ mayManage: true })
  await press('本单位看板')
  await press('固定待办')
  await press('保存')
  const cardsSent = [place('todos', { isLocked: true }), place('week'), place('changes')]
  expect(sent(dataCentreApi.saveBoard.path)).toEqual([{ owner: 'org', cards: cardsSent }])
})
