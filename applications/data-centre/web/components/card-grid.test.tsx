import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BoardCard } from '#packages/web/core/module.ts'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { CardGrid } from './card-grid.tsx'

let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Object.assign(window, { innerWidth: 1366 })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

const card = (title: string, part: Partial<BoardCard> = {}): BoardCard => ({
  ...{ id: title, title, columns: 4, sort: 1 },
  load: async () => ({ default: () => <p>{title}的内容</p> }),
  ...part,
})
const show = (cards: readonly BoardCard[], permissions: readonly string[] = []) =>
  act(async () =>
    root.render(
      <PermissionContext value={new Set(permissions)}>
        <BoardCardsContext value={cards}>
          <CardGrid />
        </BoardCardsContext>
      </PermissionContext>,
    ),
  )
const shown = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent)

it('shows the cards that are for this person, in their order', async () => {
  const cards = [
    card('登录', { sort: 8 }),
    card('组织', { permission: 'org.read' }),
    card('审计', { permission: 'x.y' }),
  ]
  await show(cards, ['org.read'])
  expect(shown()).toEqual(['组织的内容', '登录的内容'])
})

it('gives each its columns on the desk, and the whole width on a phone', async () => {
  await show([card('组织', { columns: 12 })])
  const place = () => document.querySelector<HTMLElement>('p')!.parentElement!
  expect(place().style.gridColumn).toBe('span 12')
  await act(async () => {
    Object.assign(window, { innerWidth: 390 })
    window.dispatchEvent(new Event('resize'))
  })
  expect(place().style.gridColumn).toBe('')
})

it('leaves the others alone when one does not come, and fetches that one again', async () => {
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

it('leaves the others alone when one breaks while it is drawn', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('its own fault')
  }
  await show([card('食堂', { load: async () => ({ default: Broken }) }), card('登录', { sort: 2 })])
  expect(document.body.textContent).toContain('其他卡片不受影响')
  expect(shown()).toContain('登录的内容')
  quiet.mockRestore()
})
