import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, pressKey, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { orgApi } from '../../contract.ts'
import { answers, ids } from '../organisation.fixture.ts'
import type { OrgPickerFilter } from './picker-tree.ts'
import OrgPicker from './org-picker.tsx'

let served: ReturnType<typeof createTestPage>
let chosen: unknown

function Field(choice: OrgPickerFilter & { isOpen?: boolean; start?: string | null; isPhone?: boolean }) {
  const { start = null, isPhone = false, ...rest } = choice
  const [value, setValue] = useState<unknown>(start)
  const props: ControlProps = {
    control: { id: 'org', status: '', 'aria-invalid': false },
    name: 'org',
    value,
    options: [],
    isFilled: false,
    placeholder: undefined,
    isRequired: false,
    isPhone,
    none: null,
    onPending: () => {},
    onChange: (next) => {
      chosen = next
      setValue(next)
    },
  }
  return <OrgPicker {...props} {...rest} />
}

const names = () =>
  [...document.querySelectorAll('[role=treeitem] [title] [title]')].map(({ textContent }) => textContent)
const node = (name: string) => document.querySelector<HTMLElement>(`[role=treeitem] [title] [title="${name}"]`)!
const until = async (ready: () => boolean) => {
  for (let step = 0; step < 100 && !ready(); step++) await settle(50)
  expect(ready()).toBe(true)
}
const opener = () => document.getElementById('org')!
const field = () => document.querySelector<HTMLInputElement>('input[maxlength]')!

beforeEach(() => {
  vi.useFakeTimers()
  served = createTestPage(answers)
  chosen = undefined
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('opens the tree level by level, and only the given types can be chosen', async () => {
  await served.show(<Field kinds={['school']} />)
  expect(served.calls).toEqual([])
  await click(opener())
  await until(() => names().includes('城西小学'))
  // The office contains no school, and departments of schools are not shown.
  expect(names()).toEqual(['云禾区教育局', '城东小学', '城西小学'])
  await click(node('云禾区教育局'))
  expect(chosen).toBeUndefined()
  await until(() => !names().includes('城西小学'))
  await click(node('云禾区教育局'))
  await until(() => names().includes('城西小学'))
  await click(node('城西小学'))
  expect(chosen).toBe(ids.west)
  await until(() => opener().textContent.includes('城西小学'))
  expect(names()).toEqual([])
  expect(document.activeElement).toBe(opener())
})

it('offers the departments of one organisation, with or without the organisation', async () => {
  await served.show(<Field within={ids.east} isOpen />)
  await until(() => names().includes('语文组'))
  expect(names()).toEqual(['教务处', '语文组'])
  await served.show(<Field key="self" within={ids.east} withSelf isOpen without={ids.eastTeaching} />)
  await until(() => names().join() === '城东小学')
})

it('finds by name, shows the parent, and leaves out other organisations', async () => {
  await served.show(<Field within={ids.west} isOpen />)
  await until(() => field() !== null)
  await typeInto(field(), '教务')
  await until(() => document.querySelectorAll('[data-found]').length > 0)
  const found = [...document.querySelectorAll('[data-found]')].map(({ textContent }) => textContent)
  expect(found).toEqual(['教务处云禾区教育局 / 城西小学'])
  expect(served.callsTo(orgApi.search.path).at(-1)!.query).toMatchObject({ parentId: ids.west, type: 'department' })
})

it('supports the keyboard: down from the field to the results, Enter chooses, Escape closes', async () => {
  await served.show(
    <form onSubmit={() => expect.unreachable()}>
      <Field />
    </form>,
  )
  await click(opener())
  await until(() => document.activeElement === field())
  await typeInto(field(), '小学')
  await until(() => document.querySelectorAll('[data-found]').length === 2)
  await pressKey('ArrowDown')
  await pressKey('ArrowDown')
  expect(document.activeElement?.textContent).toContain('城西小学')
  await pressKey('ArrowUp')
  await pressKey('ArrowUp')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  await act(async () => field().dispatchEvent(enter))
  expect(enter.defaultPrevented).toBe(true)
  expect(chosen).toBe(ids.east)
  await click(opener())
  await until(() => field() !== null && document.activeElement === field())
  await pressKey('Escape')
  expect(opener().getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(opener())
})

it('shows the chosen organisation with its path, opens the tree there, and can be cleared', async () => {
  await served.show(<Field start={ids.eastGroup} />)
  await until(() => getPageText().includes('语文组城东小学 / 教务处'))
  await click(opener())
  await until(() => names().includes('语文组'))
  await pressKey('Escape')
  await click(document.querySelector<HTMLElement>('[aria-label=清除]')!)
  expect(chosen).toBeNull()
  expect(getPageText()).toContain('请选择')
})

it('is a bottom sheet on a phone', async () => {
  await served.show(<Field isPhone kinds={['school']} />)
  await click(opener())
  await until(() => document.querySelector('dialog [role=tree]') !== null)
  await until(() => names().includes('城东小学'))
  await click(node('城东小学'))
  expect(chosen).toBe(ids.east)
  expect(document.querySelector('dialog')).toBeNull()
})
