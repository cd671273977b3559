import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FieldControlProps, PhoneControlProps } from '#packages/web/core/field-control.ts'
import { FieldControlsContext } from '#packages/web/desk/entity/field-control.tsx'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText, hasButton, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { PhoneControlsContext } from '#packages/web/light/module-parts.ts'
import type { Delegation } from '../../contract.ts'
import ApprovalSettingsPage from './approval-settings-page.tsx'
import { createDelegationForm, toDelegationBody } from './delegation-form.ts'
import { getPhraseProblem, movePhrase } from './edit-phrases.ts'
import PhoneSettings from './phone/approval-settings.tsx'

const fileId = '0190a0b0-0000-7000-8000-0000000000f1'
const deputy = '0190a0b0-0000-7000-8000-0000000000a1'
let served: ReturnType<typeof createTestPage>
let rows: Delegation[]
let phrases: string[]
let signature: { fileId: string | null; url: string }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  const delegation: Delegation = {
    id: '0190a0b0-0000-7000-8000-0000000000d1',
    from: '王强',
    to: '李敏',
    firstDay: '2026-11-20',
    lastDay: '2026-11-22',
    subjects: [],
    source: 'leave',
    status: 'active',
    isMine: true,
    mayCancel: true,
  }
  rows = [
    delegation,
    { ...delegation, id: deputy, status: 'over', mayCancel: false, source: '', subjects: ['教师请假'] },
  ]
  phrases = ['同意', '已阅']
  signature = { fileId: null, url: '' }
  served = createTestPage({
    '/api/flow/delegateList': () => ({ rows, subjects: [{ key: 'teacher-leave', title: '教师请假' }] }),
    '/api/flow/delegateCancel': ({ body }) => {
      rows = rows.slice(1)
      return body
    },
    '/api/flow/phraseList': () => ({ phrases }),
    '/api/flow/phraseSave': ({ body }) => body,
    '/api/flow/signature': () => signature,
    '/api/flow/signatureSave': ({ body }) => {
      signature = { fileId: (body as { fileId: string | null }).fileId, url: '/picture' }
      return signature
    },
  })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

/** Stands for the control of the files: it draws nothing, and hands over the id of a file. */
const Signature = ({ value, onChange }: Pick<FieldControlProps, 'value' | 'onChange'>) => (
  <button type="button" onClick={() => onChange(value ? null : fileId)}>
    {value ? '重新签名' : '使用此签名'}
  </button>
)
const press = async (name: string) => {
  await click(getButton(name))
  await settle()
}
const bodiesOf = (path: string) => served.callsTo(path).map(({ body }) => body)

const open = () =>
  served.show(
    <FieldControlsContext value={{ controls: { signature: Signature } }}>
      <ApprovalSettingsPage />
    </FieldControlsContext>,
  )

it('lists delegations, and cancels one after a question', async () => {
  await open()
  expect(getPageText()).toContain('王强 → 李敏')
  expect(getPageText()).toContain('2026-11-20 至 2026-11-22')
  expect(getPageText()).toContain('请假时自动设置')
  await press('取消王强给李敏的代理')
  expect(getPageText()).toContain('王强的审批不再由李敏处理')
  await press('取消代理')
  expect(bodiesOf('/api/flow/delegateCancel')).toEqual([{ id: '0190a0b0-0000-7000-8000-0000000000d1' }])
  expect(getPageText()).not.toContain('生效中')
})

it('edits, sorts and saves phrases, but not empty ones', async () => {
  await open()
  await press('第 2 条上移')
  await press('添加一条')
  await press('保存常用意见')
  expect(getPageText()).toContain('请填写常用意见')
  expect(bodiesOf('/api/flow/phraseSave')).toEqual([])
  await typeInto(document.querySelector<HTMLElement>('[aria-label="第 3 条常用意见"]')!, '请补充材料')
  await press('保存常用意见')
  expect(bodiesOf('/api/flow/phraseSave')).toEqual([{ phrases: ['已阅', '同意', '请补充材料'] }])
  expect(getButton('保存常用意见').disabled).toBe(true)
  // It would be stored without the space, as it is already.
  await typeInto(document.querySelector<HTMLElement>('[aria-label="第 2 条常用意见"]')!, '同意 ')
  expect(getButton('保存常用意见').disabled).toBe(true)
})

it('stores a signature as soon as it is accepted, and keeps it while a new one is drawn', async () => {
  await open()
  await press('使用此签名')
  expect(bodiesOf('/api/flow/signatureSave')).toEqual([{ fileId }])
  await press('重新签名')
  expect(hasButton('使用此签名')).toBe(true)
  await press('保留原来的签名')
  expect(hasButton('重新签名')).toBe(true)
  expect(bodiesOf('/api/flow/signatureSave')).toHaveLength(1)
})

it('does the same on a phone', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const controls = { signature: Signature as ComponentType<PhoneControlProps> }
  await act(async () =>
    root.render(
      <PhoneControlsContext value={{ controls }}>
        <PhoneSettings />
      </PhoneControlsContext>,
    ),
  )
  await settle()
  expect(getPageText()).toContain('王强 → 李敏')
  const typed = () => document.querySelector<HTMLInputElement>('[name=phrase]')!
  await typeInto(typed(), '请抓紧')
  await press('已阅上移')
  expect(bodiesOf('/api/flow/phraseSave')).toEqual([{ phrases: ['已阅', '同意'] }])
  expect(typed().value).toBe('请抓紧')
  await click(getButton('添加'))
  await press('添加')
  expect(bodiesOf('/api/flow/phraseSave').slice(1)).toEqual([{ phrases: ['已阅', '同意', '请抓紧'] }])
  expect(typed().value).toBe('')
  expect(getPageText()).not.toContain('有重复的常用意见')
  await press('使用此签名')
  expect(bodiesOf('/api/flow/signatureSave')).toEqual([{ fileId }])
  await act(async () => root.unmount())
  place.remove()
})

it('asks for a deputy and two days in order', () => {
  const { schema } = createDelegationForm([])
  const person = { id: deputy, name: '李敏' }
  const values = { from: [], to: [person], days: { from: '2026-11-20', to: '2026-11-22' }, subjects: ['teacher-leave'] }
  expect(toDelegationBody(schema.parse(values))).toEqual({
    to: deputy,
    firstDay: '2026-11-20',
    lastDay: '2026-11-22',
    subjects: ['teacher-leave'],
  })
  expect(toDelegationBody({ ...values, from: [person] })).toMatchObject({ from: deputy })
  const problemOf = (change: object) => schema.safeParse({ ...values, ...change }).error?.issues[0]?.message
  expect(problemOf({ to: [] })).toBe('请选择代理人')
  expect(problemOf({ days: null })).toBe('请选择起止日期')
  expect(problemOf({ days: { from: '2026-11-22', to: '2026-11-20' } })).toBe('结束日期不能早于开始日期')
})

it('keeps phrases apart and in order', () => {
  expect(movePhrase(['甲', '乙'], 0, -1)).toEqual(['甲', '乙'])
  expect(movePhrase(['甲', '乙'], 0, 1)).toEqual(['乙', '甲'])
  expect(getPhraseProblem(['同意', '同意 '])).toBe('有重复的常用意见')
  expect(getPhraseProblem(Array.from({ length: 21 }, (_, at) => `意见${at}`))).toBe('最多20条常用意见')
})
