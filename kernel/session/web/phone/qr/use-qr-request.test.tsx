import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sessionApi } from '../../../contract.ts'
import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { useExpiry } from './use-expiry.ts'
import { useQrRequest } from './use-qr-request.ts'

vi.mock('#packages/web/core/call.ts', () => ({ call: vi.fn() }))

const qrRequest = { number: '42', device: '', network: '', requestedAt: '', secondsLeft: 90, isUnusual: true }
const refused = (ret: Ret, msg: string, data?: unknown) => new CallError({ ret, msg, data, status: 200 })
let answers: Map<unknown, () => unknown>
let request: ReturnType<typeof useQrRequest>
let root: Root

function Page({ onChange }: { onChange: (now: typeof request) => void }) {
  const now = useQrRequest('c')
  useEffect(() => onChange(now))
  return null
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now: 1_000_000 })
  answers = new Map([[sessionApi.scanQrCode, () => qrRequest as unknown]])
  vi.mocked(call).mockImplementation(async (route: unknown) => answers.get(route)!() as never)
  root = createRoot(document.body)
  await act(async () => root.render(<Page onChange={(now) => void (request = now)} />))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

const setQr = (error: Error) =>
  answers.set(sessionApi.setQrCode, () => {
    throw error
  })
const toCode = async () => {
  setQr(refused(Ret.secondStepNeeded, '', { msgId: 'm', phone: '139****0000' }))
  vi.setSystemTime(1_030_000)
  if (request.stage.at !== 'asking') throw new Error('not asked')
  const open = request.stage
  await act(() => request.answer(open, 'confirm'))
}

it('keeps the expiry of the request from the question to the code', async () => {
  await toCode()
  expect(request.stage).toMatchObject({ at: 'code', endsAt: 1_090_000 })
})

it('distinguishes a wrong code from an expired request', async () => {
  await toCode()
  setQr(refused(Ret.refused, '验证码错误'))
  answers.set(sessionApi.checkQrCode, () => 1)
  await expect(request.confirmWith('m', '000000')).rejects.toThrow('验证码错误')
  expect(request.stage.at).toBe('code')
  setQr(refused(Ret.refused, '二维码已过期'))
  answers.set(sessionApi.checkQrCode, () => 3)
  await act(() => request.confirmWith('m', '000000'))
  expect(request.stage).toEqual({ at: 'over', message: '二维码已过期' })
})

it('calls back at the expiry', async () => {
  const onExpired = vi.fn()
  function Expiry() {
    return <>{useExpiry(1_002_000, onExpired)}</>
  }
  await act(async () => root.render(<Expiry />))
  expect(document.body.textContent).toBe('2')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(onExpired).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(onExpired).toHaveBeenCalled()
})
