import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { codeForm, sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { retryAfterOf, wordsOf } from '#packages/web/core/call-error.ts'
import { errorsOf } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { CodeField } from '#packages/web/light/code-field.tsx'
import { WarningIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { Heading } from './heading.tsx'
import formStyles from './form.module.css'
import styles from './code-step.module.css'

interface Props {
  msgId: string
  /** Masked. */
  phone: string
  /** Seconds until another one may be sent, if one has gone out already; otherwise it is sent now. */
  sentFor?: number
  offersTrust?: boolean
  /** Why one is asked, where nothing beside the form says so. */
  why?: string
  /** How long the code is good for. */
  lasts?: string
  /** Throws when the code is not right. */
  check: (code: string, trust: boolean) => Promise<void>
  submit: { label: string; busy: string }
  back: { label: string; go: () => void }
}

/** The code from a text message: six digits, and the last one sends them. */
export function CodeStep(props: Props) {
  const { msgId, phone, sentFor, offersTrust = false, why, lasts = '5 分钟内有效', check, submit, back } = props
  usePageTitle('短信验证')
  const { state, words, left, send } = useSending(msgId, sentFor)
  const { code, setCode, error, busy, tell } = useChecking(check)
  const [trust, setTrust] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const below = useId()

  const tellAll = async (all: string) => {
    await tell(all, trust)
    field.current?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void tellAll(code)
  }
  return (
    <form className={formStyles['form']} noValidate onSubmit={onSubmit}>
      <Heading title="验证是您本人">
        {why && <p className={styles['why']}>{why}</p>}
        <p className={formStyles['lead']} role="status">
          {state === 'sending' && '正在发送短信验证码…'}
          {state === 'sent' && (
            <>
              短信验证码已发送至 <strong>{phone || '您的手机'}</strong>
            </>
          )}
          {state === 'failed' && words}
        </p>
      </Heading>
      <CodeField
        ref={field}
        label="短信验证码"
        value={code}
        onChange={setCode}
        onFull={(full) => void tellAll(full)}
        isWrong={error !== undefined}
        describedBy={below}
        busy={busy}
      />
      <div className={styles['below']}>
        {error === undefined ? (
          <span id={below}>{lasts}</span>
        ) : (
          <span id={below} className={styles['wrong']} role="alert">
            <WarningIcon size={16} />
            {error}
          </span>
        )}
        <span className={styles['again']}>
          {left > 0 ? (
            `${left} 秒后重新发送`
          ) : (
            <TextButton disabled={state === 'sending'} onClick={() => void send()}>
              重新发送
            </TextButton>
          )}
        </span>
      </div>
      {offersTrust && (
        <Checkbox label="30天内此设备不再验证" checked={trust} onChange={(event) => setTrust(event.target.checked)} />
      )}
      <div className={formStyles['submit']}>
        <Button type="submit" busy={busy && submit.busy}>
          {submit.label}
        </Button>
      </div>
      <div className={formStyles['foot']}>
        <TextButton onClick={back.go}>
          <BackIcon size={16} />
          {back.label}
        </TextButton>
        <span>手机号停用了，请联系管理员</span>
      </div>
    </form>
  )
}

const notSent = '短信没有发出，请稍后重新发送'

/** The message on its way: sent at once unless it was already, and again when the server allows it. */
function useSending(msgId: string, sentFor: number | undefined) {
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>(sentFor === undefined ? 'sending' : 'sent')
  const [words, setWords] = useState(notSent)
  const [left, count] = useCountdown(sentFor)
  const send = async () => {
    setState('sending')
    try {
      const { msgCode, retryAfter } = await call(sessionApi.sendMsgCode, { query: {}, body: { msgId } })
      setState(msgCode === 'failed' ? 'failed' : 'sent')
      setWords(notSent)
      count(retryAfter)
    } catch (error) {
      setState('failed')
      setWords(wordsOf(error))
      count(retryAfterOf(error))
    }
  }
  useEffect(() => {
    if (sentFor === undefined) void send()
    // One message for each step: what the page draws anew in between sends nothing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [msgId])
  return { state, words, left, send }
}

function useChecking(check: Props['check']) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const tell = async (all: string, trust: boolean) => {
    if (busy) return
    const wrong = errorsOf(codeForm, { code: all })['code']
    setError(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await check(all, trust)
    } catch (thrown) {
      setCode('')
      setError(wordsOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return { code, setCode, error, busy, tell }
}
