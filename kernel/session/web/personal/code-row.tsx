import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type Ref } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { sessionApi, type VerificationMethod } from '../../contract.ts'
import { call } from '#packages/web/core/call.ts'
import { getRetryAfter, getErrorMessage } from '#packages/web/core/call-error.ts'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import type { CodeRowProps, StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { findPreferredMethod } from '../preferred-method.ts'
import { canUsePasskeys, verifyPasskey, getPasskeyErrorMessage } from '../passkeys.ts'
import styles from './captcha-row.module.css'

const names: Record<VerificationMethod, string> = { sms: '短信验证码', totp: '动态口令', passkey: '通行密钥' }
const onlySms: readonly VerificationMethod[] = ['sms']

/** The identity check: a code from a text message, which is sent automatically, or another method. */
export default function CodeRow({ ref, challenge, error, ...input }: CodeRowProps) {
  const methods = (challenge.methods ?? onlySms).filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<VerificationMethod>(findPreferredMethod(methods) ?? 'sms')
  const { message, busy, left, send } = useSmsCode(challenge, method === 'sms')
  const passkey = usePasskey(challenge.msgId, input.value, (code) => input.onChange({ target: { value: code } }))
  const hint = { sms: message, totp: '手机验证器里显示的 6 位数字', passkey: passkey.message }[method]
  const choose = (next: VerificationMethod) => {
    setMethod(next)
    input.onChange({ target: { value: '' } })
  }
  return (
    <FormRow
      label={names[method]}
      isGroup={method === 'passkey'}
      error={error}
      hint={
        <>
          <span role="status">{hint}</span>
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <Button key={one} type="link" onClick={() => choose(one)}>
                {`改用${names[one]}`}
              </Button>
            ))}
        </>
      }
    >
      {(control) => (
        <div className={styles['row']}>
          {method === 'passkey' ? (
            <Button loading={passkey.busy} data-first onClick={() => void passkey.sign()}>
              {passkey.isDone ? '已验证' : '用通行密钥验证'}
            </Button>
          ) : (
            <CodeInput key={method} {...control} {...input} ref={ref} />
          )}
          {method === 'sms' && (
            <Button disabled={busy || left > 0} onClick={() => void send()}>
              {left > 0 ? `${left} 秒后重新发送` : '重新发送'}
            </Button>
          )}
          <span ref={passkey.anchor} hidden />
        </div>
      )}
    </FormRow>
  )
}

type InputProps = Pick<CodeRowProps, 'name' | 'value' | 'onChange'> & { ref: Ref<InputRef> | undefined }

const CodeInput = ({ ref, ...input }: InputProps) => (
  <Input
    {...input}
    {...(ref && { ref })}
    data-first
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    placeholder="6 位数字"
    // The code is what the user types next.
    // eslint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
  />
)

const nothingYet = '点按钮后，用指纹、面容、锁屏密码或安全密钥验证'

/** A passkey replaces a code: once the form has its result, the form is submitted as with a typed code. */
function usePasskey(msgId: string, value: string, onCode: (code: string) => void) {
  const [message, setMessage] = useState(nothingYet)
  const [busy, setBusy] = useState(false)
  const [proved, setProved] = useState('')
  const anchor = useRef<HTMLSpanElement>(null)
  const isDone = proved !== '' && value === proved
  useEffect(() => {
    if (isDone) anchor.current?.closest('form')?.requestSubmit()
  }, [isDone])
  const sign = async () => {
    setBusy(true)
    try {
      const code = await verifyPasskey(msgId)
      setMessage('')
      setProved(code)
      onCode(code)
    } catch (error) {
      setMessage(getPasskeyErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { message, busy, isDone, sign, anchor }
}

function useSmsCode({ msgId, phone }: StepUpChallenge, isWanted: boolean) {
  const [message, setMessage] = useState('正在发送短信验证码…')
  const [busy, setBusy] = useState(isWanted)
  const [left, count] = useCountdown()
  const sentWith = useRef('')
  const send = async () => {
    setBusy(true)
    setMessage('正在发送短信验证码…')
    try {
      const { msgCode, retryAfter } = await call(sessionApi.sendMsgCode, { query: {}, body: { msgId } })
      setMessage(msgCode === 'failed' ? '短信没有发出，请稍后重新发送' : `短信验证码已发送至 ${phone}`)
      count(retryAfter)
    } catch (error) {
      setMessage(getErrorMessage(error))
      count(getRetryAfter(error))
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    // One text message per step: re-rendering sends nothing.
    if (!isWanted || sentWith.current === msgId) return
    sentWith.current = msgId
    void send()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [msgId, isWanted])
  return { message, busy, left, send }
}
