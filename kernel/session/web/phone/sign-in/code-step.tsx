import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { codeForm, sessionApi, type VerificationMethod } from '../../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getRetryAfter, getErrorMessage } from '#packages/web/core/call-error.ts'
import { getFormErrors } from '#packages/web/core/form-errors.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { CodeField } from '#packages/web/light/code-field.tsx'
import { WarningIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { findPreferredMethod } from '../../preferred-method.ts'
import { canUsePasskeys, verifyPasskey, getPasskeyErrorMessage } from '../../passkeys.ts'
import { SignInHeading } from './sign-in-heading.tsx'
import formStyles from './form.module.css'
import styles from './code-step.module.css'

interface Props {
  msgId: string
  /** Masked. */
  phone: string
  /** The allowed methods; a text message by default. */
  methods?: readonly VerificationMethod[]
  /** Seconds until another message may be sent, if one was sent already; otherwise one is sent now. */
  resendAfter?: number
  offersTrust?: boolean
  /** Why a code is required, where nothing beside the form shows it. */
  reason?: string
  /** How long the code is valid. */
  validity?: string
  /** Throws when the code is wrong. */
  check: (code: string, trust: boolean) => Promise<void>
  submit: { label: string; busy: string }
  back: { label: string; go: () => void }
}

const names: Record<VerificationMethod, string> = { sms: '短信验证码', totp: '动态口令', passkey: '通行密钥' }
const onlySms: readonly VerificationMethod[] = ['sms']

/** The second step: a code from a message or an authenticator app, sent after the last digit, or a passkey. */
export function CodeStep(props: Props) {
  const { msgId, phone, methods = onlySms, resendAfter, offersTrust = false, reason, check, submit, back } = props
  const usable = methods.filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<VerificationMethod>(findPreferredMethod(usable) ?? methods[0] ?? 'sms')
  usePageTitle(method === 'sms' ? '短信验证' : `${names[method]}验证`)
  const { state, message, left, send } = useCodeSending(msgId, resendAfter, method === 'sms')
  const { code, setCode, error, setError, busy, submitCode, submitPasskey } = useCodeCheck(msgId, check)
  const [trust, setTrust] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const below = useId()

  const choose = (next: VerificationMethod) => {
    setMethod(next)
    setCode('')
    setError(undefined)
  }
  const submitAndFocus = async (all: string) => {
    await submitCode(all, trust)
    field.current?.focus()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void (method === 'passkey' ? submitPasskey(trust) : submitAndFocus(code))
  }
  return (
    <form className={formStyles['form']} noValidate onSubmit={onSubmit}>
      <SignInHeading title="验证是您本人">
        {reason && <p className={styles['why']}>{reason}</p>}
        <p className={formStyles['lead']} role="status">
          {method === 'sms' && <SentStatus state={state} message={message} phone={phone} />}
          {method === 'totp' && '请输入手机验证器里的 6 位动态口令'}
          {method === 'passkey' && getPasskeyLead(usable)}
        </p>
      </SignInHeading>
      <MethodChoice methods={usable} chosen={method} onChoose={choose} />
      {method !== 'passkey' && (
        <CodeField
          key={method}
          ref={field}
          label={names[method]}
          value={code}
          onChange={setCode}
          onComplete={(full) => void submitAndFocus(full)}
          isWrong={error !== undefined}
          describedBy={below}
          busy={busy}
        />
      )}
      <div className={styles['below']}>
        <Below id={below} error={error}>
          {method === 'sms' && (props.validity ?? '5 分钟内有效')}
          {method === 'totp' && (props.validity ?? '30 秒更换一次')}
          {method === 'passkey' && props.validity}
        </Below>
        {method === 'sms' && (
          <span className={styles['again']}>
            {left > 0 ? (
              `${left} 秒后重新发送`
            ) : (
              <TextButton disabled={state === 'sending'} onClick={() => void send()}>
                重新发送
              </TextButton>
            )}
          </span>
        )}
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

/** A user may have only a passkey, and a browser without support for it. */
const getPasskeyLead = (usable: readonly VerificationMethod[]) =>
  usable.includes('passkey') ? '请用指纹、面容、锁屏密码或安全密钥验证' : '此浏览器不支持通行密钥，请换一个浏览器'

function SentStatus({
  state,
  message,
  phone,
}: {
  state: 'sending' | 'sent' | 'failed'
  message: string
  phone: string
}) {
  if (state === 'sending') return '正在发送短信验证码…'
  if (state === 'failed') return message
  return (
    <>
      短信验证码已发送至 <strong>{phone || '您的手机'}</strong>
    </>
  )
}

interface MethodChoiceProps {
  methods: readonly VerificationMethod[]
  chosen: VerificationMethod
  onChoose: (method: VerificationMethod) => void
}

/** The available methods, if there are several. */
function MethodChoice({ methods, chosen, onChoose }: MethodChoiceProps) {
  if (methods.length < 2) return null
  return (
    <div className={styles['choice']} role="group" aria-label="验证方式">
      {methods.map((method) => (
        <button
          key={method}
          type="button"
          className={styles['method']}
          aria-pressed={method === chosen}
          onClick={() => onChoose(method)}
        >
          {names[method]}
        </button>
      ))}
    </div>
  )
}

function Below({ id, error, children }: { id: string; error: string | undefined; children: ReactNode }) {
  if (error === undefined) return <span id={id}>{children}</span>
  return (
    <span id={id} className={styles['wrong']} role="alert">
      <WarningIcon size={16} />
      {error}
    </span>
  )
}

const notSentMessage = '短信没有发出，请稍后重新发送'

/** Sends the message when it is needed, unless it was sent already, and again when the server allows it. */
function useCodeSending(msgId: string, resendAfter: number | undefined, isWanted: boolean) {
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>(resendAfter === undefined ? 'sending' : 'sent')
  const [message, setMessage] = useState(notSentMessage)
  const [left, count] = useCountdown(resendAfter)
  const sentWith = useRef(resendAfter === undefined ? '' : msgId)
  const send = async () => {
    setState('sending')
    try {
      const { msgCode, retryAfter } = await call(sessionApi.sendMsgCode, { query: {}, body: { msgId } })
      setState(msgCode === 'failed' ? 'failed' : 'sent')
      setMessage(notSentMessage)
      count(retryAfter)
    } catch (error) {
      setState('failed')
      setMessage(getErrorMessage(error))
      count(getRetryAfter(error))
    }
  }
  useEffect(() => {
    // One text message per step: re-rendering sends nothing.
    if (!isWanted || sentWith.current === msgId) return
    sentWith.current = msgId
    void send()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [msgId, isWanted])
  return { state, message, left, send }
}

function useCodeCheck(msgId: string, check: Props['check']) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<void>, toMessage = getErrorMessage) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      setCode('')
      setError(toMessage(thrown))
    } finally {
      setBusy(false)
    }
  }
  const submitCode = async (all: string, trust: boolean) => {
    const wrong = getFormErrors(codeForm, { code: all })['code']
    if (wrong) return setError(wrong)
    await attempt(() => check(all, trust))
  }
  const submitPasskey = (trust: boolean) =>
    attempt(async () => check(await verifyPasskey(msgId), trust), getPasskeyErrorMessage)
  return { code, setCode, error, setError, busy, submitCode, submitPasskey }
}
