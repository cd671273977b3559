import type { InputRef } from 'antd'
import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { CodeRow, type Step } from '../proving.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import styles from './act-dialog.module.css'

interface Props {
  title: string
  step: Step
  onTell: (code: string) => Promise<void>
  onBack: () => void
  onClose: () => void
}

/** The code by text message, before an act is done. */
export function ProvingDialog({ title, step, onTell, onBack, onClose }: Props) {
  const id = useId()
  const field = useRef<InputRef>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A wrong one is typed anew.
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const tell = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!/^\d{6}$/.test(code)) return setError('请输入6位验证码')
    setBusy(true)
    setError(undefined)
    try {
      await onTell(code)
    } catch (refused) {
      setCode('')
      setError(wordsOf(refused))
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
      <form id={id} noValidate onSubmit={(event) => void tell(event)}>
        <p className={styles['why']}>为保护个人信息，请验证您的手机。</p>
        <Suspense fallback={<SkeletonLines widths={[60]} />}>
          <CodeRow
            ref={field}
            step={step}
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
