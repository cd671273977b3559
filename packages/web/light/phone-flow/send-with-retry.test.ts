import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { NoResponseError, sendWithRetry } from './send-with-retry.ts'

let statuses: string[]
const showStatus = (text: string) => {
  statuses.push(text)
}
const never = () => new Promise<string>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
  statuses = []
})
afterEach(() => vi.useRealTimers())

it('shows the progress: 提交中…, after 2 seconds 仍在提交，请勿关闭, after 10 已收到重试', async () => {
  let tries = 0
  const outcome = sendWithRetry(() => (++tries === 1 ? never() : Promise.resolve('报名号')), showStatus)
  expect(statuses).toEqual(['提交中…'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(statuses.at(-1)).toBe('仍在提交，请勿关闭')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(statuses.at(-1)).toBe('已收到重试')
  expect(await outcome).toBe('报名号')
  expect(tries).toBe(2)
})

it('aborts the first try before it makes the second', async () => {
  const signals: AbortSignal[] = []
  const outcome = sendWithRetry((signal) => (signals.push(signal) === 1 ? never() : Promise.resolve('好')), showStatus)
  await vi.advanceTimersByTimeAsync(10_000)
  await outcome
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('waits when the server is still busy with the first try', async () => {
  const busy = new CallError({ ret: Ret.tooMany, msg: '正在处理，请勿重复提交', status: 200 })
  let tries = 0
  const answers = [never, () => Promise.reject(busy), () => Promise.resolve('报名号')]
  const outcome = sendWithRetry(() => answers[tries++]!(), showStatus)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await outcome).toBe('报名号')
})

it('reports a refusal at once and does not retry', async () => {
  const refusal = new CallError({ ret: Ret.refused, msg: '该身份证号已报名', status: 200 })
  const send = vi.fn(() => Promise.reject(refusal))
  await expect(sendWithRetry(send, showStatus)).rejects.toBe(refusal)
  expect(send).toHaveBeenCalledTimes(1)
})

it('gives up after forty seconds without an answer', async () => {
  const outcome = sendWithRetry(never, showStatus).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await outcome).toBeInstanceOf(NoResponseError)
})
