import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '#packages/web/core/call.ts'
import { requestAuthCode } from './auth-code.ts'
import { signInSilently } from './sign-in-silently.ts'

vi.mock('#packages/web/core/call.ts', () => ({ call: vi.fn() }))
vi.mock('./auth-code.ts', () => ({ requestAuthCode: vi.fn() }))
const answer = vi.mocked(call)

beforeEach(() => {
  vi.useFakeTimers()
  answer.mockReset()
  answer.mockResolvedValueOnce({ corpId: 'ding', url: '' } as never)
  vi.mocked(requestAuthCode).mockResolvedValue('code')
})
afterEach(() => vi.useRealTimers())

it('signs in with a code of the company that this district belongs to', async () => {
  answer.mockResolvedValueOnce({ goBind: false, token: '1.a' } as never)
  await expect(signInSilently()).resolves.toMatchObject({ token: '1.a' })
  expect(requestAuthCode).toHaveBeenCalledWith('ding')
  expect(answer.mock.calls[1]![1]).toEqual({ body: { code: 'code', corpId: 'ding', ddId: '', state: '' } })
})

it('gives up when the account is not bound, or DingTalk does not answer', async () => {
  answer.mockResolvedValueOnce({ goBind: true } as never)
  await expect(signInSilently()).rejects.toThrow('not bound')
  answer.mockResolvedValueOnce({ corpId: 'ding', url: '' } as never)
  vi.mocked(requestAuthCode).mockReturnValue(new Promise(() => {}))
  const [outcome] = await Promise.all([signInSilently().catch(String), vi.advanceTimersByTimeAsync(6_000)])
  expect(outcome).toContain('too long')
})
