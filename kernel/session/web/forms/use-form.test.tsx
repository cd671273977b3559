import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { Ret } from '#packages/core'
import { CallError } from '#packages/web/core/call-error.ts'
import { useForm } from './use-form.ts'

const errorsAfter = async (error: Error, onRefused: (message: string) => void = () => {}) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let form!: ReturnType<typeof useForm<{ code: string }>>
  function Page() {
    const send = () => Promise.reject(error)
    form = useForm({ start: { code: '' }, check: () => ({}), send, fallbackField: 'code', onRefused })
    return null
  }
  const root = createRoot(document.body)
  act(() => root.render(<Page />))
  await act(() => form.attempt(() => Promise.reject(error)))
  const { errors } = form
  act(() => root.unmount())
  return errors
}
const refused = (ret: Ret, status = 200) => new CallError({ ret, msg: '不行', status })

it('shows a field error only for values that were checked', async () => {
  expect(await errorsAfter(refused(Ret.refused))).toEqual({ code: '不行' })
  expect(await errorsAfter(refused(Ret.invalid))).toEqual({ code: '不行' })
  expect(await errorsAfter(refused(Ret.unavailable, 0))).toEqual({ whole: '不行' })
  expect(await errorsAfter(refused(Ret.fault, 500))).toEqual({ whole: '不行' })
  expect(await errorsAfter(refused(Ret.tooMany))).toEqual({ whole: '不行' })
})

it("also passes the server's refusal to a callback for a toast", async () => {
  const messages: string[] = []
  await errorsAfter(refused(Ret.refused), (message) => messages.push(message))
  await errorsAfter(refused(Ret.captchaNeeded), (message) => messages.push(message))
  expect(messages).toEqual(['不行'])
})
