import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { getButton, click, getField, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import type { SettingState } from '../../contract.ts'
import { makeSettingState } from '../setting-state.fixture.ts'
import { SettingForm } from './setting-form.tsx'

let served: ReturnType<typeof createTestPage>
/** The state of the server, and its answer to the next save. */
let stored: SettingState
let refusal: { ret: number; msg: string; data?: unknown } | undefined
/** The previewed changes. */
let impactRequests: { value: Record<string, unknown>; fixed?: string[] }[]
let sent: { value: Record<string, unknown>; reset: string[]; fVersion: number; fixed?: string[] }[]

const wire = ({ version, ...state }: SettingState) => ({ ...state, fVersion: version })

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  Element.prototype.scrollIntoView = () => {}
  stored = makeSettingState()
  refusal = undefined
  sent = []
  impactRequests = []
  served = createTestPage({})
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('settingReach')) {
      impactRequests.push(JSON.parse(init!.body as string) as (typeof impactRequests)[number])
      return Response.json({ ret: 1, msg: '', data: { schools: 4, names: ['第01小学'] } })
    }
    if (init?.method === 'POST') {
      sent.push(JSON.parse(init.body as string) as (typeof sent)[number])
      if (refusal) return Response.json({ data: null, ...refusal })
      return Response.json({ ret: 1, msg: '', data: wire(stored) })
    }
    return Response.json({ ret: 1, msg: '', data: address.includes('getSetting') ? wire(stored) : [] })
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const show = (state = stored) => served.show(<SettingForm state={state} mayPush={false} foundKey={undefined} />)
const getText = () => document.body.textContent

it('sends only the changed keys, with the version that was read', async () => {
  await show()
  expect(getButton('保存').disabled).toBe(true)
  await typeInto(getField('每天学时上限'), '5')
  expect(getText()).toContain('1 处改动未保存')
  await click(getButton('保存'))
  await settle()
  expect(sent).toMatchObject([{ value: { dayCap: 5 }, reset: [], fVersion: 3 }])
})

it('resets a key to the inherited value and shows it', async () => {
  await show()
  await click(getButton('恢复默认'))
  expect(getField('每天学时上限').value).toBe('8')
  await click(getButton('保存'))
  await settle()
  expect(sent).toMatchObject([{ value: {}, reset: ['dayCap'] }])
})

it('a reset removes the lock too', async () => {
  await show(makeSettingState({ mayFix: true, fixedHere: ['dayCap'] }))
  expect(getText()).toContain('已锁定')
  await click(getButton('恢复默认'))
  await click(getButton('保存'))
  await settle()
  expect(sent).toMatchObject([{ value: {}, reset: ['dayCap'], fixed: [] }])
})

it('previews the affected schools before saving, after a pause in typing', async () => {
  await show(makeSettingState({ mayFix: true }))
  expect(getText()).not.toContain('将影响')
  await typeInto(getField('每天学时上限'), '5')
  await typeInto(getField('每天学时上限'), '7')
  await settle(400)
  await settle()
  expect(getText()).toContain('将影响 4 所学校')
  expect(impactRequests).toMatchObject([{ value: { dayCap: 7 } }])
})

it('requests no preview without schools below', async () => {
  await show()
  await typeInto(getField('每天学时上限'), '5')
  await settle(400)
  expect(impactRequests).toEqual([])
})

it('drops a change that is typed back', async () => {
  await show()
  await typeInto(getField('每天学时上限'), '5')
  await typeInto(getField('每天学时上限'), '4')
  expect(getButton('保存').disabled).toBe(true)
})

it('shows a key locked above with its owner, read-only', async () => {
  await show()
  expect(getText()).toContain('120 分钟')
  expect(getText()).toContain('由云禾区教育局统一设置')
  expect(() => getField('无操作退出')).toThrow('no field')
})

it('shows a server error beside its key', async () => {
  await show()
  await typeInto(getField('每天学时上限'), '99')
  refusal = { ret: -1, msg: '', data: { errors: [{ field: 'value.dayCap', msg: '每天学时上限：应在1到24学时之间' }] } }
  await click(getButton('保存'))
  await settle()
  const row = document.querySelector('[role=group][aria-label=每天学时上限]')!
  expect(row.querySelector('[role=alert]')!.textContent).toBe('每天学时上限：应在1到24学时之间')
})

it('shows a concurrent change, keeps the own one, and saves it on top', async () => {
  await show()
  await typeInto(getField('每天学时上限'), '5')
  refusal = { ret: -9, msg: '数据已被他人修改，请刷新后重试' }
  stored = makeSettingState({ version: 4, value: { ...stored.value, needsProof: false }, updatedBy: '李敏' })
  await click(getButton('保存'))
  await settle()
  expect(getText()).toContain('李敏刚刚修改了这些设置（需要证明：开启 → 关闭）')
  expect(getField('每天学时上限').value).toBe('5')
  refusal = undefined
  await click(getButton('保存'))
  await settle()
  expect(sent.at(-1)).toMatchObject({ value: { dayCap: 5 }, fVersion: 4 })
})

it('adds to a list with inherited rows', async () => {
  await show()
  expect(getText()).toContain('上级设置')
  await click(getButton('新建关闭时段'))
  await settle()
  await typeInto(getField('原因'), '装修')
  await click(getButton('确定'))
  await settle()
  await click(getButton('保存'))
  await settle()
  expect(sent).toMatchObject([{ value: { windows: [{ reason: '装修' }] } }])
})

it('is read-only on a phone and without permission', async () => {
  Object.assign(window, { innerWidth: 390 })
  await show()
  expect(hasButton('保存')).toBe(false)
  expect(getText()).toContain('4 学时')
  Object.assign(window, { innerWidth: 1366 })
  await served.close()
  served = createTestPage({})
  await show(makeSettingState({ mayEdit: false }))
  expect(hasButton('保存')).toBe(false)
})
