import { BellOutlined } from '@ant-design/icons'
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BarPanel } from './bar-panel.tsx'
import { click, createTestRoot, pressKey } from './test-root.fixture.tsx'

let stage: ReturnType<typeof createTestRoot>

function Bar({ count = 120 }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BarPanel
        title="消息"
        icon={BellOutlined}
        count={{ count, unit: '条未读', tone: 'waits' }}
        isOpen={isOpen}
        onOpen={(open) => setOpen(open)}
      >
        <a href="/message">查看全部</a>
      </BarPanel>
      <button type="button">其他</button>
    </>
  )
}

beforeEach(async () => {
  stage = createTestRoot()
  await stage.show(<Bar />)
})
afterEach(() => stage.close())

const button = () => document.querySelector<HTMLElement>('[aria-haspopup=dialog]')!
const panel = () => document.querySelector<HTMLElement>('[role=dialog]')
const open = () => click(button())

it('announces its name and the full number, and shows at most 99', () => {
  const accessibleText = [...button().querySelectorAll('span:not([aria-hidden])')].filter(
    (one) => one.children.length === 0,
  )
  expect(accessibleText.map(({ textContent }) => textContent).join('')).toBe('消息，120条未读')
  expect(button().textContent).toContain('99+')
})

it('takes the focus when it opens, and returns it with Escape', async () => {
  await open()
  expect(document.activeElement).toBe(panel())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await pressKey('Escape')
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(button())
})

it('leaves the focus unchanged when the number changes', async () => {
  await open()
  const link = document.querySelector('a')!
  link.focus()
  await stage.show(<Bar count={121} />)
  expect(button().textContent).toContain('121')
  expect(document.activeElement).toBe(link)
})

it('closes on a press elsewhere, on navigation, and on a second press of its button', async () => {
  await open()
  await act(async () => document.querySelector('a')!.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  expect(panel()).not.toBeNull()
  await act(async () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  expect(panel()).toBeNull()
  await open()
  await act(async () => [...document.querySelectorAll('button')].at(-1)!.focus())
  expect(panel()).toBeNull()
  await open()
  await click(button())
  expect(panel()).toBeNull()
})
