import type { InputRef } from 'antd'
import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { StepUpCodeRow, type StepUpChallenge } from '../step-up.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import styles from './action-dialog.module.css'

interface Props {
  title: string
  challenge: StepUpChallenge
  onCode: (code: string) => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** The code by text message, before an action runs. */
export function StepUpDialog({ title, challenge, onCode, onBack, onClose }: Props) {
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A wrong code must be typed again.
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const sendCode = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!/^\d{6}$/.test(code)) return setError('请输入6位验证码')
    setBusy(true)
    setError(undefined)
    try {
      await onCode(code)
    } catch (refused) {
      setCode('')
      setError(getErrorMessage(refused))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onBack}>
            上一步
          </Button>
          <Button type="primary" form={id} htmlType="submit" loading={isBusy}>
            验证并继续
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void sendCode(event)}>
        <p className={styles['why']}>为保护个人信息，请验证您的手机。</p>
        <Suspense fallback={<SkeletonLines widths={[60]} />}>
          <StepUpCodeRow
            ref={field}
            challenge={challenge}
            error={error}
            name="code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Suspense>
      </form>
    </Dialog>
  )
}
