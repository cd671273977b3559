import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EdgeDrawer } from './edge-drawer.tsx'

let root: Root
let container: HTMLElement
const draw = (at: string) =>
  act(async () =>
    root.render(
      <EdgeDrawer title="快捷访问" at={at}>
        <a href="/x">公文流转</a>
      </EdgeDrawer>,
    ),
  )
const drawer = () => container.querySelector('dialog')
const handle = () => container.querySelector<HTMLElement>('[aria-haspopup=dialog]')!
const open = () =>
  act(async () => {
    handle().focus()
    handle().click()
  })

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  await draw('/a')
})
afterEach(async () => {
  await act(async () => root.unmount())
  container.remove()
})

it('opens with its handle, and locks scrolling of the body while it is open', async () => {
  expect(drawer()).toBeNull()
  await open()
  expect(drawer()?.open).toBe(true)
  expect(drawer()?.textContent).toContain('公文流转')
  expect(document.body.style.overflow).toBe('hidden')
  await act(async () => container.querySelector<HTMLElement>('[aria-label=关闭]')!.click())
  expect(drawer()).toBeNull()
  expect(document.body.style.overflow).toBe('')
})

it('closes with Escape and with a press on the mask', async () => {
  await open()
  await act(async () => drawer()!.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(drawer()).toBeNull()
  await open()
  await act(async () => drawer()!.querySelector('a')!.parentElement!.click())
  expect(drawer()).not.toBeNull()
  await act(async () => drawer()!.click())
  expect(drawer()).toBeNull()
})

it('closes when the route changes, and stays closed on the way back', async () => {
  await open()
  await draw('/b')
  expect(drawer()).toBeNull()
  await draw('/a')
  expect(drawer()).toBeNull()
})
