import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BoardCard, CardShape } from '#packages/web/core/module.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { useSession } from '#packages/web/core/session.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import type { Board } from '../../contract.ts'
import { CardGrid } from './card-grid.tsx'

let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(window, { innerWidth: 1366 })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const card = (title: string, part: Partial<BoardCard> = {}): BoardCard => ({
  id: title,
  title,
  columns: 4,
  sort: 1,
  placeholderHeight: 100,
  load: async () => ({ default: () => <p>{title}的内容</p> }),
  ...part,
})
const show = (cards: readonly BoardCard[], permissions: readonly string[] = [], board: Board | null = null) => {
  const opened = Promise.resolve(board)
  return act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <PermissionContext value={new Set(permissions)}>
          <BoardCardsContext value={cards}>
            <CardGrid opened={opened} />
          </BoardCardsContext>
        </PermissionContext>
      </QueryClientProvider>,
    ),
  )
}
/** The column span of each card, by its text. */
const spans = () =>
  [...document.querySelectorAll('p')].map(({ textContent, parentElement }) => [
    textContent.replace('的内容', ''),
    Number(parentElement!.style.gridColumn.replace('span ', '')),
  ])
const shaped = (title: string, shape: CardShape, part: Partial<BoardCard> = {}) =>
  card(title, { ...part, shape: async () => shape })
const shown = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent)

it('shows the cards of this person in their order', async () => {
  const cards = [
    card('登录', { sort: 8 }),
    card('组织', { permission: 'org.read' }),
    card('审计', { permission: 'x.y' }),
  ]
  await show(cards, ['org.read'])
  expect(shown()).toEqual(['组织的内容', '登录的内容'])
})

it('gives each card its columns on desktops and the full width on phones', async () => {
  await show([card('组织', { columns: 12 })])
  const getCell = () => document.querySelector<HTMLElement>('p')!.parentElement!
  expect(getCell().style.gridColumn).toBe('span 12')
  await act(async () => {
    Object.assign(window, { innerWidth: 390 })
    window.dispatchEvent(new Event('resize'))
  })
  expect(getCell().style.gridColumn).toBe('')
})

it('loads the other cards when one fails to load, and retries that one', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  const broken = card('食堂', {
    load: async () => {
      if (++tries === 1) throw new Error('no such chunk')
      return { default: () => <p>食堂的内容</p> }
    },
  })
  await show([broken, card('登录', { sort: 2 })])
  expect(shown()).toContain('登录的内容')
  expect(document.body.textContent).toContain('食堂数据加载失败')
  await act(async () => document.querySelector('button')!.click())
  expect(shown()).toEqual(['食堂的内容', '登录的内容'])
  quiet.mockRestore()
})

it('keeps the other cards when one throws during rendering', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('its own fault')
  }
  await show([card('食堂', { load: async () => ({ default: Broken }) }), card('登录', { sort: 2 })])
  expect(document.body.textContent).toContain('其他卡片不受影响')
  expect(shown()).toContain('登录的内容')
  quiet.mockRestore()
})

it('fills the row when somebody sees fewer cards than others', async () => {
  const cards = [
    card('待办', { columns: 5, sort: 1 }),
    card('校历', { columns: 3, sort: 2 }),
    card('审计', { columns: 4, sort: 3, permission: 'x.y' }),
    card('概况', { columns: 12, sort: 4 }),
    card('异动', { columns: 6, sort: 5 }),
  ]
  await show(cards)
  expect(spans()).toEqual([
    ['待办', 8],
    ['校历', 4],
    ['概况', 12],
    ['异动', 12],
  ])
})

it('asks each card for its shape before the layout: a line takes the full width, none takes no space', async () => {
  const cards = [
    shaped('待办', 'line', { columns: 5, sort: 1 }),
    shaped('班级', 'none', { columns: 7, sort: 2 }),
    card('校历', { columns: 3, sort: 3 }),
    shaped('缺项', 'card', { columns: 3, sort: 4 }),
  ]
  await show(cards)
  expect(spans()).toEqual([
    ['待办', 12],
    ['校历', 6],
    ['缺项', 6],
  ])
})

it('shows a card whose shape is unknown, so that it shows its own error', async () => {
  await show([card('食堂', { shape: () => Promise.reject(new Error('no answer')) })])
  expect(shown()).toEqual(['食堂的内容'])
})

it('shows cards for schools only to school staff, and the other way round', async () => {
  const cards = [card('班级', { at: 'school' }), card('学校', { at: 'office', sort: 2 }), card('待办', { sort: 3 })]
  const at = async (orgType: number) => {
    await act(async () => useSession.setState({ user: { orgType } as never }))
    await show(cards)
    return shown()
  }
  expect(await at(1)).toEqual(['班级的内容', '待办的内容'])
  expect(await at(3)).toEqual(['学校的内容', '待办的内容'])
})

it('places the cards as arranged, without the hidden ones and those that the person no longer has', async () => {
  const place = (id: string, isHidden = false) => ({ id, isHidden, isLocked: false, ok: true, staleSince: null })
  await show([card('待办'), card('校历', { sort: 2 }), card('异动', { sort: 3 })], [], {
    orgId: '',
    readAt: '2026-09-07T00:00:00Z',
    cards: [place('异动'), place('审计'), place('校历', true), place('待办')],
    isArranged: true,
    mayManage: false,
    reads: [],
  })
  expect(shown()).toEqual(['异动的内容', '待办的内容'])
})
