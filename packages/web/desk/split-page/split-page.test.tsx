import { act, useState } from 'react'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PageContext } from '../page-context.tsx'
import { click, createTestRoot, getButton, getPageText, hasButton, typeInto } from '../test-root.fixture.tsx'
import { UnsavedContext, useUnsaved } from '../unsaved-changes.ts'
import { SaveBar } from './save-bar.tsx'
import { SplitList } from './split-list.tsx'
import { SplitPage } from './split-page.tsx'
import { SplitPane } from './split-pane.tsx'
import { GuardedPanes, useUnsavedGuard } from './use-unsaved-guard.tsx'

let stage: ReturnType<typeof createTestRoot>
let unsaved: Set<string>
let saved: string[]
beforeEach(() => {
  stage = createTestRoot()
  unsaved = new Set()
  saved = []
})
afterEach(() => stage.close())

const roles = [
  { key: 'head', label: '校长', note: '1 人' },
  { key: 'teacher', label: '教师', note: '30 人', parts: [{ key: 'scope', label: '数据范围' }] },
]

function Roles() {
  const [chosen, setChosen] = useState<string>()
  const guard = useUnsavedGuard()
  const go = (key: string | undefined) => guard.leave(() => setChosen(key))
  return (
    <GuardedPanes guard={guard}>
      <SplitPage
        list={<SplitList label="角色" groups={[{ key: 'all', items: roles }]} chosen={chosen} onChoose={go} />}
        back={chosen === undefined ? undefined : { label: '全部角色', onBack: () => go(undefined) }}
      >
        {chosen && <Pane key={chosen} id={chosen} />}
      </SplitPage>
    </GuardedPanes>
  )
}

function Pane({ id }: { id: string }) {
  const [name, setName] = useState(id)
  useUnsaved(name !== id)
  return (
    <SplitPane
      title={id}
      foot={
        <SaveBar
          changes={name === id ? 0 : 2}
          isBusy={false}
          onSave={() => saved.push(name)}
          onDiscard={() => setName(id)}
        />
      }
    >
      <input aria-label="名称" value={name} onChange={({ target }) => setName(target.value)} />
    </SplitPane>
  )
}

const open = (isPhone = false) => {
  Object.assign(window, { innerWidth: isPhone ? 390 : 1366 })
  return stage.show(
    <PageContext value={{ title: '角色管理', group: '', permission: { code: '', title: '' }, actions: [] }}>
      <UnsavedContext value={(id, isDirty) => (isDirty ? unsaved.add(id) : unsaved.delete(id))}>
        <Roles />
      </UnsavedContext>
    </PageContext>,
  )
}
const pane = () => document.querySelector('section')?.getAttribute('aria-label')
const type = (text: string) => typeInto(document.querySelector('input')!, text)

it('asks before another record replaces unsaved changes, and marks the page', async () => {
  await open()
  await click(getButton('教师30 人'))
  expect(getButton('教师30 人').getAttribute('aria-current')).toBe('page')
  await type('任课教师')
  expect(unsaved.size).toBe(1)
  await click(getButton('校长1 人'))
  expect(getPageText()).toContain('内容还没有保存')
  await click(getButton('继续填写'))
  expect([pane(), document.querySelector('input')!.value]).toEqual(['teacher', '任课教师'])
  await click(getButton('校长1 人'))
  await click(getButton('放弃修改'))
  expect(pane()).toBe('head')
  expect(unsaved.size).toBe(0)
  // Nothing was changed here.
  await click(getButton('数据范围'))
  expect(pane()).toBe('teacher')
})

it('has a save bar that counts the changes, and is off without any', async () => {
  await open()
  await click(getButton('校长1 人'))
  expect([getButton('保存').disabled, getButton('放弃改动').disabled]).toEqual([true, true])
  await type('书记')
  expect(getPageText()).toContain('2 处改动未保存')
  await click(getButton('保存'))
  expect(saved).toEqual(['书记'])
  await click(getButton('放弃改动'))
  expect(document.querySelector('input')!.value).toBe('head')
})

it('shows the list or the record on a phone, with a way back that asks too', async () => {
  await open(true)
  expect(pane()).toBeUndefined()
  await click(getButton('教师30 人'))
  expect([pane(), hasButton('校长1 人')]).toEqual(['teacher', false])
  await type('任课教师')
  await click(getButton('全部角色'))
  await click(getButton('放弃修改'))
  expect([pane(), hasButton('校长1 人')]).toEqual([undefined, true])
})

it('keeps what was typed when the window gets narrow, and when it gets wide again', async () => {
  await open()
  await click(getButton('教师30 人'))
  await type('任课教师')
  for (const innerWidth of [390, 1366]) {
    await act(async () => {
      Object.assign(window, { innerWidth })
      window.dispatchEvent(new Event('resize'))
    })
    expect(hasButton('校长1 人')).toBe(innerWidth > 992)
    expect(document.querySelector('input')!.value).toBe('任课教师')
  }
})

function AddressedRoles() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('role') ?? 'head'
  const guard = useUnsavedGuard()
  return (
    <GuardedPanes guard={guard}>
      <SplitList
        label="角色"
        groups={[{ key: 'all', items: roles }]}
        chosen={chosen}
        onChoose={(role) => guard.leave(() => setSearch({ role }))}
      />
      <Pane key={chosen} id={chosen} />
    </GuardedPanes>
  )
}

it('asks before the back button of the browser or a link replaces unsaved changes, and never twice', async () => {
  const router = createMemoryRouter([{ path: '/', element: <AddressedRoles /> }])
  await stage.show(<RouterProvider router={router} />)
  await click(getButton('教师30 人'))
  expect(pane()).toBe('teacher')
  await type('任课教师')
  const goBack = () => act(async () => router.navigate(-1))
  await goBack()
  expect(getPageText()).toContain('内容还没有保存')
  await click(getButton('继续填写'))
  expect([pane(), document.querySelector('input')!.value, router.state.location.search]).toEqual([
    'teacher',
    '任课教师',
    '?role=teacher',
  ])
  await goBack()
  await click(getButton('放弃修改'))
  expect([pane(), router.state.location.search]).toEqual(['head', ''])
  await type('校长室')
  await act(async () => router.navigate('/?role=teacher'))
  expect(pane()).toBe('head')
  await click(getButton('放弃修改'))
  expect(pane()).toBe('teacher')
  // The page itself asks once, and then goes.
  await type('任课教师')
  await click(getButton('校长1 人'))
  await click(getButton('放弃修改'))
  expect(pane()).toBe('head')
  expect(getPageText()).not.toContain('内容还没有保存')
})
