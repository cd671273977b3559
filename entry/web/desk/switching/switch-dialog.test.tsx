import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionApi } from '#kernel/session/contract.ts'
import { createQueryClient } from '#packages/web/core/query-client.ts'
import { PermissionContext } from '#packages/web/desk/permissions.tsx'
import { hasButton, createTestRoot, pressKey, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { settle } from '#packages/web/desk/test-page.fixture.tsx'
import SwitchDialog from './switch-dialog.tsx'

const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const target = (at: number, name: string) => ({ id: idOf(at), name, orgType: 1, path: '' })
const here = target(1, '云禾区教育局')
const wenlan = target(2, '文澜中学')
const wenling = target(3, '文岭小学')

let stage: ReturnType<typeof createTestRoot>
let hits: ReturnType<typeof target>[]
let requested: string[]

beforeEach(async () => {
  vi.useFakeTimers()
  stage = createTestRoot()
  hits = [here, wenlan, wenling]
  requested = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const answer = (ret: number, data: unknown) => Response.json({ ret, msg: '该学校已停用', data, success: ret === 1 })
    if (pathname === sessionApi.switchTargets.path)
      return answer(1, {
        current: here,
        home: null,
        own: [here],
        recent: [],
        found: searchParams.get('keyword') ? hits : [],
      })
    if (pathname === sessionApi.baseTree.path) return answer(1, [])
    requested.push((JSON.parse(init.body as string) as { orgId: string }).orgId)
    // The switch is refused, so that the test can inspect the dialog.
    return answer(0, null)
  })
  await stage.show(
    <QueryClientProvider client={createQueryClient()}>
      <PermissionContext value={new Set(['org.visit'])}>
        <SwitchDialog start={undefined} onClose={() => {}} />
      </PermissionContext>
    </QueryClientProvider>,
  )
  await settle()
})
afterEach(async () => {
  await stage.close()
  vi.useRealTimers()
})

/** Waits for the debounce and the answer. */
const found = async () => {
  await settle(300)
  await settle(100)
  await settle(100)
}
const field = () => document.querySelector<HTMLInputElement>('[aria-label=搜索学校]')!
const selected = () => document.querySelector('[aria-selected=true]')?.textContent ?? ''

it('selects the first hit that is not the current organisation while typing, and names it on the button', async () => {
  await typeInto(field(), 'wl')
  await found()
  expect(selected()).toContain('文澜中学')
  expect(hasButton('切换到文澜中学')).toBe(true)
  await pressKey('ArrowDown', {}, field())
  expect(selected()).toContain('文岭小学')
  expect(hasButton('切换到文岭小学')).toBe(true)
})

it('Enter switches to the first hit', async () => {
  await typeInto(field(), 'wl')
  await found()
  await pressKey('Enter', {}, field())
  await settle()
  expect(requested).toEqual([wenlan.id])
})

it('Enter before the answer switches as soon as the answer is there', async () => {
  await typeInto(field(), 'wl')
  await pressKey('Enter', {}, field())
  expect(requested).toEqual([])
  await found()
  await settle()
  expect(requested).toEqual([wenlan.id])
})

it('typing after Enter cancels the choice', async () => {
  await typeInto(field(), 'w')
  await pressKey('Enter', {}, field())
  await typeInto(field(), 'wl')
  await found()
  expect(requested).toEqual([])
})

it('Enter without a hit does nothing, and shows that', async () => {
  hits = []
  await typeInto(field(), 'zzz')
  await found()
  await pressKey('Enter', {}, field())
  await settle()
  expect(requested).toEqual([])
  expect(getPageText()).toContain('未选择要切换的学校')
})
