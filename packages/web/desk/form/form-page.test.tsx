import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryPreferenceStore } from '../gallery/memory-preference-store.ts'
import type { SavedDraft } from '../preference-store.ts'
import {
  getButton,
  click,
  getField,
  hasButton,
  createTestRoot,
  pressKey,
  getPageText,
  typeInto,
} from '../test-root.fixture.tsx'
import { FormPage } from './form-page.tsx'
import { filled, personForm, type Person } from './person.fixture.ts'

let stage: ReturnType<typeof createTestRoot>
let drafts: Record<string, SavedDraft>
let sent: Person[]
let events: string[]

const width = (innerWidth: number) => {
  Object.assign(window, { innerWidth })
  window.dispatchEvent(new Event('resize'))
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-14T02:32:00Z') })
  width(1366)
  drafts = {}
  sent = []
  events = []
  stage = createTestRoot(createMemoryPreferenceStore(drafts))
})
afterEach(async () => {
  await stage.close()
  vi.useRealTimers()
})

const open = (props: { initial?: Person; againLabel?: string } = {}) =>
  stage.show(
    <FormPage
      title="新建教师"
      form={personForm}
      draftKey="teacher"
      submit={(values) => {
        sent.push(values)
        return Promise.resolve()
      }}
      onDone={() => events.push('done')}
      onCancel={() => events.push('cancel')}
      {...props}
    />,
  )
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('saves a draft within three seconds of a change, and shows the time', async () => {
  await open()
  await wait(9000)
  expect(drafts).toEqual({})
  await typeInto(getField('姓名'), '顾')
  await wait(2900)
  expect(drafts).toEqual({})
  await typeInto(getField('姓名'), '顾清和')
  await wait(100)
  expect(drafts['teacher']?.value).toMatchObject({ name: '顾清和' })
  expect(getPageText()).toContain('草稿已保存 10:32')
})

it('never stores a password in a draft', async () => {
  await open()
  await typeInto(getField('初始密码'), 'Qinghe-Luye-2026')
  await wait(3000)
  expect(drafts['teacher']?.value).toMatchObject({ name: '' })
  expect(JSON.stringify(drafts)).not.toContain('Chenguang')
})

it('Ctrl+S saves the draft at once', async () => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  await pressKey('s', { ctrlKey: true })
  expect(drafts['teacher']?.value).toMatchObject({ name: '顾清和' })
})

it.each([
  ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the window is closed', () => window.dispatchEvent(new Event('pagehide'))],
])('saves the draft when %s', async (_, leave) => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  await act(async () => leave())
  expect(drafts['teacher']?.value).toMatchObject({ name: '顾清和' })
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})

it('saves the draft when the page unmounts', async () => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  await stage.show(null)
  expect(drafts['teacher']?.value).toMatchObject({ name: '顾清和' })
})

it('offers the stored draft, and restores it', async () => {
  drafts['teacher'] = { value: { name: '顾清和', gone: 1, phone: 5 }, savedAt: '2026-11-14T01:05:00Z' }
  await open()
  expect(getField('姓名').value).toBe('')
  await click(getButton('恢复草稿（09:05 保存）'))
  expect(getField('姓名').value).toBe('顾清和')
  // Values that no longer fit the form are left out.
  expect(getField('手机').value).toBe('')
  expect(hasButton('丢弃')).toBe(false)
})

it('discards the stored draft on request', async () => {
  drafts['teacher'] = { value: { name: '顾清和' }, savedAt: '2026-11-12T01:05:00Z' }
  await open()
  expect(hasButton('恢复草稿（11-12 09:05 保存）')).toBe(true)
  await click(getButton('丢弃'))
  expect(drafts).toEqual({})
  expect(getField('姓名').value).toBe('')
})

it('does not overwrite an old draft before the user has decided about it', async () => {
  drafts['teacher'] = { value: { name: '顾清和' }, savedAt: '2026-11-14T01:05:00Z' }
  await open()
  await typeInto(getField('姓名'), '陈国栋')
  await wait(9000)
  expect(drafts['teacher']?.value).toEqual({ name: '顾清和' })
})

it('drops the draft after sending', async () => {
  await open({ initial: { ...filled, name: '' } })
  await typeInto(getField('姓名'), '顾清和')
  await wait(3000)
  expect(drafts).toHaveProperty('teacher')
  await click(getButton('保存'))
  expect(sent).toEqual([filled])
  expect(events).toEqual(['done'])
  expect(drafts).toEqual({})
  await stage.show(null)
  await wait(9000)
  expect(drafts).toEqual({})
})

it('drops a draft when all values are back to their initial state', async () => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  await wait(3000)
  await typeInto(getField('姓名'), '')
  await wait(3000)
  expect(drafts).toEqual({})
})

it('keeps the draft with 存草稿并关闭, and drops it when the user discards', async () => {
  await open()
  await typeInto(getField('姓名'), '顾清和')
  await click(getButton('取消'))
  expect(events).toEqual([])
  await click(getButton('存草稿并关闭'))
  expect(events).toEqual(['cancel'])
  expect(drafts['teacher']?.value).toMatchObject({ name: '顾清和' })
  await click(getButton('取消'))
  await click(getButton('不留草稿'))
  expect(drafts).toEqual({})
})

it('leaves at once when nothing was typed', async () => {
  await open()
  await click(getButton('返回'))
  expect(events).toEqual(['cancel'])
})

it('starts an empty form after 保存并继续新建', async () => {
  await open({ initial: filled, againLabel: '保存并继续新建' })
  await click(getButton('保存并继续新建'))
  expect(sent).toEqual([filled])
  expect(events).toEqual([])
  expect(getField('姓名').value).toBe('')
  expect(getPageText()).not.toContain('处需要修改')
})

it('counts the errors of each section, and links to them', async () => {
  await open()
  await click(getButton('保存'))
  expect(hasButton('基本信息2 处')).toBe(true)
  await click(getButton('登录1 处'))
  expect(document.activeElement).toBe(getField('手机'))
  expect(getButton('登录1 处').getAttribute('aria-current')).toBe('step')
})

it('does not send at a plain Enter in the middle of the form', async () => {
  await open({ initial: filled })
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  await act(async () => getField('姓名').dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
})

const isShown = (label: string) => getField(label).closest('section')?.hidden === false

it('shows one section per screen on a phone, and validates it before the next', async () => {
  width(390)
  await open()
  expect([isShown('姓名'), isShown('手机')]).toEqual([true, false])
  await click(getButton('下一步：登录'))
  expect(isShown('姓名')).toBe(true)
  expect(getPageText()).toContain('还有 2 处需要修改')
  expect(getPageText()).not.toContain('请输入手机')
})

it('moves from error to error over the sections on a phone', async () => {
  width(390)
  await open({ initial: { ...filled, name: '', phone: '' } })
  await typeInto(getField('姓名'), '顾清和')
  await click(getButton('下一步：登录'))
  await typeInto(getField('姓名'), '')
  await click(getButton('保存'))
  expect(isShown('姓名')).toBe(true)
  expect(document.activeElement).toBe(getField('姓名'))
  await click(getButton('下一处'))
  expect(isShown('手机')).toBe(true)
  expect(document.activeElement).toBe(getField('手机'))
})
