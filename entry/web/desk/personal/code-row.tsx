import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type Ref } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { sessionApi, type Method } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { retryAfterOf, wordsOf } from '#packages/web/core/call-error.ts'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import type { CodeRowProps, Step } from '#packages/web/desk/proving.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import { firstMethod } from '../../methods.ts'
import { canUsePasskeys, proveByPasskey, wordsOfPasskey } from '../../passkeys.ts'
import styles from './captcha-row.module.css'

const names: Record<Method, string> = { sms: '短信验证码', totp: '动态口令', passkey: '通行密钥' }
const onlySms: readonly Method[] = ['sms']

/** What proves that it is really I: a code from a message, which is sent as soon as it is wanted, or another way. */
export function CodeRow({ ref, step, error, ...input }: CodeRowProps) {
  const methods = (step.methods ?? onlySms).filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<Method>(firstMethod(methods) ?? 'sms')
  const { words, busy, left, send } = useSending(step, method === 'sms')
  const passkey = usePasskey(step.msgId, input.value, (code) => input.onChange({ target: { value: code } }))
  const hint = { sms: words, totp: '手机验证器里显示的 6 位数字', passkey: passkey.words }[method]
  const choose = (next: Method) => {
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
          <span ref={passkey.place} hidden />
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
    // Whoever is asked for a code types it next.
    // eslint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
  />
)

const nothingYet = '点按钮后，用指纹、面容、锁屏密码或安全密钥验证'

/** A passkey stands for a code: once the form has it, the form is sent as if somebody had typed it. */
function usePasskey(msgId: string, value: string, onCode: (code: string) => void) {
  const [words, setWords] = useState(nothingYet)
  const [busy, setBusy] = useState(false)
  const [proved, setProved] = useState('')
  const place = useRef<HTMLSpanElement>(null)
  const isDone = proved !== '' && value === proved
  useEffect(() => {
    if (isDone) place.current?.closest('form')?.requestSubmit()
  }, [isDone])
  const sign = async () => {
    setBusy(true)
    try {
      const code = await proveByPasskey(msgId)
      setWords('')
      setProved(code)
      onCode(code)
    } catch (error) {
      setWords(wordsOfPasskey(error))
    } finally {
      setBusy(false)
    }
  }
  return { words, busy, isDone, sign, place }
}

function useSending({ msgId, phone }: Step, isWanted: boolean) {
  const [words, setWords] = useState('正在发送短信验证码…')
  const [busy, setBusy] = useState(isWanted)
  const [left, count] = useCountdown()
  const sentWith = useRef('')
  const send = async () => {
    setBusy(true)
    setWords('正在发送短信验证码…')
    try {
      const { msgCode, retryAfter } = await call(sessionApi.sendMsgCode, { query: {}, body: { msgId } })
      setWords(msgCode === 'failed' ? '短信没有发出，请稍后重新发送' : `短信验证码已发送至 ${phone}`)
      count(retryAfter)
    } catch (error) {
      setWords(wordsOf(error))
      count(retryAfterOf(error))
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    // One message for each step: what the page draws anew in between sends nothing.
    if (!isWanted || sentWith.current === msgId) return
    sentWith.current = msgId
    void send()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [msgId, isWanted])
  return { words, busy, left, send }
}
