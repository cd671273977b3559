import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { sessionApi } from '#kernel/session/contract.ts'
import { call } from '#packages/web/core/call.ts'
import { retryAfterOf, wordsOf } from '#packages/web/core/call-error.ts'
import { FormRow } from '#packages/web/desk/form/form-row.tsx'
import type { CodeRowProps, Step } from '#packages/web/desk/proving.tsx'
import { useCountdown } from '#packages/web/light/use-countdown.ts'
import styles from './captcha-row.module.css'

/** The code from a text message, which is sent as soon as it is asked for. */
export function CodeRow({ ref, step, error, ...input }: CodeRowProps) {
  const { words, busy, left, send } = useSending(step)
  return (
    <FormRow label="短信验证码" error={error} hint={<span role="status">{words}</span>}>
      {(control) => (
        <div className={styles['row']}>
          <Input
            {...control}
            {...input}
            ref={ref}
            data-first
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder="6 位数字"
            // Whoever is asked for a code types it next.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <Button disabled={busy || left > 0} onClick={() => void send()}>
            {left > 0 ? `${left} 秒后重新发送` : '重新发送'}
          </Button>
        </div>
      )}
    </FormRow>
  )
}

function useSending({ msgId, phone }: Step) {
  const [words, setWords] = useState('正在发送短信验证码…')
  const [busy, setBusy] = useState(true)
  const [left, count] = useCountdown()
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
    void send()
    // One message for each step: what the page draws anew in between sends nothing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [msgId])
  return { words, busy, left, send }
}
