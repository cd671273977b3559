import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageContext } from '#packages/web/desk/page-context.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getField } from '#packages/web/desk/test-root.fixture.tsx'
import { messageKinds, type MessageKind, type MessageSetting } from '../../contract.ts'
import { messageKey, messageSettingQuery } from '../queries.ts'
import SettingsPage from './settings.tsx'

const kinds = Object.keys(messageKinds) as MessageKind[]
const start: MessageSetting = {
  preferences: kinds.flatMap((kind) => [
    { kind, channel: 'dingtalk' as const, isOn: true },
    { kind, channel: 'sms' as const, isOn: false },
  ]),
  isQuietAtNight: true,
  hasSms: true,
}

let savedSetting: MessageSetting
let isDown: boolean
let served: ReturnType<typeof createTestPage>

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  savedSetting = start
  isDown = false
  served = createTestPage({})
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const answer = (ret: number, data: unknown) => Response.json({ ret, msg: '没有保存', data })
    if (init.method === 'GET') return answer(1, savedSetting)
    await new Promise((done) => setTimeout(done, 10))
    if (isDown) return answer(0, null)
    savedSetting = { ...savedSetting, ...(JSON.parse(init.body as string) as Partial<MessageSetting>) }
    return answer(1, savedSetting)
  })
  const info = { title: '消息设置', group: '消息', permission: { code: 'staff', title: '' }, actions: [] }
  await served.show(
    <PageContext value={info}>
      <SettingsPage />
    </PageContext>,
  )
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const toggle = () => getField('夜间免打扰')
const isOn = () => toggle().getAttribute('aria-checked') === 'true'

it('moves a switch at once and saves it', async () => {
  await click(toggle())
  await settle(0)
  expect([isOn(), savedSetting.isQuietAtNight]).toEqual([false, true])
  await settle()
  expect([isOn(), savedSetting.isQuietAtNight]).toEqual([false, false])
})

it('moves a switch back when the server refuses', async () => {
  isDown = true
  await click(toggle())
  await settle(0)
  expect(isOn()).toBe(false)
  await settle()
  expect(isOn()).toBe(true)
})

it('does not move a switch back when a message arrives meanwhile', async () => {
  await click(toggle())
  await act(async () => served.client.invalidateQueries({ queryKey: messageKey }))
  await settle(5)
  expect(isOn()).toBe(false)
})

it('disables the SMS switches when the district sends none', async () => {
  const sms = () => getField('通知发到短信') as unknown as HTMLButtonElement
  expect(sms().disabled).toBe(false)
  savedSetting = { ...savedSetting, hasSms: false }
  await act(async () => served.client.invalidateQueries({ queryKey: messageSettingQuery.queryKey }))
  for (let turn = 0; turn < 50 && !sms().disabled; turn++) await settle(50)
  expect([sms().disabled, sms().getAttribute('aria-checked')]).toEqual([true, 'false'])
  expect(document.body.textContent).toContain('本区未开通短信')
})
