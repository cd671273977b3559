import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import styles from './button.module.css'

async function draw(element: ReactNode) {
  const place = document.createElement('div')
  await act(async () => createRoot(place).render(element))
  return place.firstElementChild as HTMLElement
}

it('has one look, and is a plain button unless it says otherwise', async () => {
  const primary = await draw(<Button type="primary">保存</Button>)
  expect([...primary.classList]).toEqual([styles['button'], styles['primary']])
  expect(primary.getAttribute('type')).toBe('button')
  const round = await draw(<Button shape="round">重新统计</Button>)
  expect([...round.classList]).toEqual([styles['button'], styles['default'], styles['round']])
})

it('does nothing at a second press while the first is under way', async () => {
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

it('is a link where it leads somewhere', async () => {
  const link = await draw(<Button href="/help">帮助</Button>)
  expect(link.tagName).toBe('A')
  expect(link.getAttribute('href')).toBe('/help')
})
