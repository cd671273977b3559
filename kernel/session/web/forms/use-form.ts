import { useRef, useState, type FormEvent } from 'react'
import { Ret } from '#packages/core'
import { CallError, getFieldErrors, getErrorMessage } from '#packages/web/core/call-error.ts'
import { useCaptcha } from './use-captcha.ts'

type Errors<Form> = Partial<Record<keyof Form | 'whole', string>>

interface Settings<Form> {
  start: Form
  /** Validation before anything is sent. */
  check: (form: Form) => Errors<Form> | Promise<Errors<Form>>
  send: (form: Form) => Promise<void>
  /** The field that shows a refusal which names no field; otherwise it is shown above the button. */
  fallbackField?: keyof Form & string
  /** Also called with the server's refusal, wherever else it is shown. */
  onRefused?: (message: string) => void
}

/** A form of the sign-in pages: values, errors, the captcha if required, and submission. */
export function useForm<Form extends Record<string, string>>({
  start,
  check,
  send,
  fallbackField,
  onRefused,
}: Settings<Form>) {
  const [form, setForm] = useState(start)
  const [errors, setErrors] = useState<Errors<Form>>({})
  const [refusal, setRefusal] = useState<CallError>()
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()

  const show = (wrong: Errors<Form>) => {
    setErrors(wrong)
    const first = Object.keys(start).find((key) => wrong[key] !== undefined)
    const input = first && element.current?.querySelector<HTMLInputElement>(`[name=${first}]`)
    if (!input) return first !== undefined
    // The value stays and is selected, so that typing replaces it.
    input.focus()
    input.select()
    return true
  }

  const showRefusal = (error: unknown) => {
    const named = Object.entries(getFieldErrors(error)).filter(([key]) => key in start)
    setRefusal(error instanceof CallError ? error : undefined)
    if (error instanceof CallError && error.ret === Ret.captchaNeeded) return
    onRefused?.(getErrorMessage(error))
    if (named.length > 0) show(Object.fromEntries(named) as Errors<Form>)
    else if (fallbackField && isAboutForm(error)) show({ [fallbackField]: getErrorMessage(error) } as Errors<Form>)
    else show({ whole: getErrorMessage(error) } as Errors<Form>)
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    let mayGo = false
    try {
      mayGo = !show(await check(form))
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
    if (mayGo) await attempt(() => send(form))
  }

  /** Any request of the form: with the captcha, and with its refusals shown here. */
  const attempt = async (work: () => Promise<void>) => {
    if (busy || !captcha.isReady()) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await captcha.guard(work)
    } catch (error) {
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const field = (key: keyof Form & string) => ({
    name: key,
    value: form[key] ?? '',
    error: errors[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value } as Partial<Form>),
  })
  const props = { ref: element, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) }
  return { form, change, field, errors, refusal, busy, captcha, attempt, props }
}

/** The server has checked the values; an unavailable server has not. */
const isAboutForm = (error: unknown) =>
  error instanceof CallError && (error.ret === Ret.refused || error.ret === Ret.invalid)

export const isLocked = (error: unknown) => error instanceof CallError && error.ret === Ret.tooMany
