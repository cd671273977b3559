import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { OutsideKind } from '#packages/core'
import { getErrorMessage, getRetryAfter } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import { Button, TextButton } from '#packages/web/light/button.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { CodeField } from '#packages/web/light/code-field.tsx'
import { WarningIcon } from '#packages/web/light/icons.tsx'
import { BackIcon } from '#packages/web/light/more-icons.tsx'
import { QrPicture } from '#packages/web/light/qr-picture.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { outsideApi, type OutsideSignInResult } from '../../../contract-outside.ts'
import { SignInHeading } from './sign-in-heading.tsx'
import formStyles from './form.module.css'
import styles from './outside-code-step.module.css'

interface Props {
  kind: OutsideKind
  begun: OutsideSignInResult
  onDone: (result: OutsideSignInResult) => void
  onBack: () => void
}

/** The second step: a code of the authenticator, which the first sign-in sets up, or of a text message. */
export function OutsideCodeStep({ kind, begun, onDone, onBack }: Props) {
  const below = useId()
  const [ticket, setTicket] = useState(begun.ticket)
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isSms = begun.step === 'sms'
  const sending = useSending(isSms ? begun.ticket : undefined, setTicket)

  const submit = async (all: string) => {
    if (busy) return
    if (all.length < 6) return setError('请输入6位验证码')
    setBusy(true)
    setError(undefined)
    try {
      onDone(
        kind === 'platform'
          ? await call(outsideApi.platformCode, { body: { ticket, code: all } })
          : await call(outsideApi.developerCode, { body: { ticket, code: all, trust } }),
      )
    } catch (thrown) {
      setCode('')
      setError(getErrorMessage(thrown))
      setBusy(false)
    }
  }
  return (
    <form
      className={formStyles['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <SignInHeading title={begun.step === 'setup' ? '设置动态口令' : '安全验证'}>
        <p className={formStyles['lead']} role="status">
          {isSms ? sending.text(begun.phone) : <TotpLead isSetup={begun.step === 'setup'} />}
        </p>
      </SignInHeading>
      {begun.step === 'setup' && (
        <div className={styles['setup']}>
          <QrPicture text={begun.uri} label="动态口令二维码" className={styles['qr']} />
          <p>
            扫不了码时，在应用里手动输入密钥
            <code className={styles['secret']}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      )}
      <CodeField
        label={isSms ? '短信验证码' : '动态口令'}
        value={code}
        onChange={(value) => {
          setCode(value)
          setError(undefined)
        }}
        onComplete={(all) => void submit(all)}
        isWrong={error !== undefined}
        describedBy={below}
        busy={busy}
      />
      <div id={below} className={styles['below']}>
        {error === undefined ? (
          <span>{isSms ? '5 分钟内有效' : '30 秒更换一次'}</span>
        ) : (
          <span className={styles['wrong']} role="alert">
            <WarningIcon size={16} />
            {error}
          </span>
        )}
        {isSms &&
          (sending.left > 0 ? (
            <span>{sending.left} 秒后重新发送</span>
          ) : (
            <TextButton disabled={sending.isBusy} onClick={() => void sending.send(ticket)}>
              重新发送
            </TextButton>
          ))}
      </div>
      {isSms && (
        <Checkbox label="30天内此设备不再验证" checked={trust} onChange={(event) => setTrust(event.target.checked)} />
      )}
      <div className={formStyles['submit']}>
        <Button type="submit" busy={busy && '验证中…'}>
          {begun.step === 'setup' ? '完成设置并登录' : '验证并登录'}
        </Button>
      </div>
      <div className={formStyles['foot']}>
        <TextButton onClick={onBack}>
          <BackIcon size={16} />
          返回登录
        </TextButton>
        <span>{isSms ? '手机号停用了，请联系平台管理员' : '手机丢了，请其他平台管理员重置'}</span>
      </div>
    </form>
  )
}

const TotpLead = ({ isSetup }: { isSetup: boolean }) =>
  isSetup ? (
    <>首次登录：用手机上的身份验证器应用扫描二维码，再输入应用显示的 6 位数字</>
  ) : (
    <>请输入身份验证器应用显示的 6 位数字</>
  )

/** Sends the message once when the step opens, and again when the user asks. */
function useSending(first: string | undefined, onTicket: (ticket: string) => void) {
  const [state, setState] = useState<'sending' | 'sent' | 'failed'>('sending')
  const [message, setMessage] = useState('')
  const [left, count] = useCountdown(undefined)
  const hasSent = useRef(false)
  const send = async (ticket: string) => {
    setState('sending')
    try {
      const sent = await call(outsideApi.developerSendCode, { body: { ticket } })
      onTicket(sent.ticket)
      setState(sent.msgCode)
      setMessage('短信没有发出，请稍后重新发送')
      count(sent.retryAfter)
    } catch (error) {
      setState('failed')
      setMessage(getErrorMessage(error))
      count(getRetryAfter(error))
    }
  }
  useEffect(() => {
    if (first === undefined || hasSent.current) return
    hasSent.current = true
    void send(first)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first])
  const text = (phone: string) => {
    if (state === 'sending') return '正在发送短信验证码…'
    return state === 'failed' ? message : `短信验证码已发送至 ${phone}`
  }
  return { left, send, text, isBusy: state === 'sending' }
}
