import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import styles from './button.module.css'

async function draw(element: ReactNode) {
  const container = document.createElement('div')
  await act(async () => createRoot(container).render(element))
  return container.firstElementChild as HTMLElement
}

it('has one style, and is a plain button by default', async () => {
  const primary = await draw(<Button type="primary">保存</Button>)
  expect([...primary.classList]).toEqual([styles['button'], styles['primary']])
  expect(primary.getAttribute('type')).toBe('button')
  const round = await draw(<Button shape="round">重新统计</Button>)
  expect([...round.classList]).toEqual([styles['button'], styles['default'], styles['round']])
})

it('ignores a second press while the first is in progress', async () => {
  const press = vi.fn<() => void>()
  const busy = await draw(
    <Button loading onClick={press}>
      保存
    </Button>,
  )
  busy.click()
  expect(press).not.toHaveBeenCalled()
  expect(busy.getAttribute('aria-busy')).toBe('true')
})

it('is a link when it has an address', async () => {
  const link = await draw(<Button href="/help">帮助</Button>)
  expect(link.tagName).toBe('A')
  expect(link.getAttribute('href')).toBe('/help')
})
