import { Input, Radio } from 'antd'
import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Dialog } from './dialog.tsx'
import { revealSeconds, type MaskedField } from './masked-value-props.ts'
import { usePhone } from './use-phone.ts'
import styles from './reason-popover.module.css'

const commonReasons = ['核对信息', '办理业务', '联系本人']
const other = '其他…'

interface Props extends Pick<MaskedField, 'label' | 'reasons' | 'notice'> {
  reveal: (reason: string) => Promise<string>
  anchor: RefObject<HTMLElement | null>
  onShow: (value: string) => void
  onClose: () => void
}

/** Asks for the reason of a reveal, which is logged. */
export default function ReasonPopover({ label, reveal, reasons, notice, anchor, onShow, onClose }: Props) {
  const isPhone = usePhone()
  const id = useId()
  const { reason, setReason, otherReason, setOtherReason, error, busy, submit } = useReason(
    reasons ?? commonReasons,
    async (why) => {
      onShow(await reveal(why))
      onClose()
    },
  )
  const title = `查看完整${label}`
  const form = (
    <form id={id} className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['notice']}>请选择原因。{notice ?? '本次查看会记入日志。'}</p>
      <Radio.Group
        className={styles['reasons']!}
        aria-label="原因"
        value={reason}
        onChange={({ target }) => setReason(String(target.value))}
        options={[...(reasons ?? commonReasons), other]}
      />
      {reason === other && (
        <Input
          aria-label="其他原因"
          placeholder="请输入原因"
          maxLength={50}
          // The field appears because 其他 was chosen.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={otherReason}
          status={error ? 'error' : ''}
          onChange={({ target }) => setOtherReason(target.value)}
        />
      )}
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </form>
  )
  const buttons = (
    <>
      <Button type="primary" form={id} htmlType="submit" loading={busy}>
        查看 {revealSeconds} 秒
      </Button>
      <Button onClick={onClose}>取消</Button>
    </>
  )
  if (isPhone) {
    return (
      <Dialog title={title} size="question" onClose={onClose} foot={buttons}>
        {form}
      </Dialog>
    )
  }
  return (
    <Popover label={title} anchor={anchor} onClose={onClose}>
      <h2 className={styles['title']}>{title}</h2>
      {form}
      <div className={styles['buttons']}>{buttons}</div>
    </Popover>
  )
}

function useReason(reasons: readonly string[], work: (reason: string) => Promise<void>) {
  const [reason, setReason] = useState(reasons[0] ?? other)
  const [otherReason, setOtherReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const why = reason === other ? otherReason.trim() : reason
    if (!why) return setError('请输入原因')
    setBusy(true)
    setError(undefined)
    try {
      await work(why)
    } catch (refused) {
      setError(getErrorMessage(refused))
      setBusy(false)
    }
  }
  return {
    reason,
    setReason,
    otherReason,
    setOtherReason,
    error,
    busy,
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!busy) void submit()
    },
  }
}

interface PopoverProps {
  label: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

const gap = 8

/** Beside its anchor. The native dialog keeps the focus inside and restores it. */
function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const at = anchor.current?.getBoundingClientRect()
    element?.showModal()
    element?.querySelector<HTMLElement>('input:checked')?.focus()
    if (element && at) {
      const { width, height } = element.getBoundingClientRect()
      const isBelow = at.bottom + gap + height < window.innerHeight
      element.classList.toggle(styles['above']!, !isBelow)
      element.style.left = `${Math.max(gap, Math.min(at.left, window.innerWidth - width - gap))}px`
      element.style.top = `${Math.max(gap, isBelow ? at.bottom + gap : at.top - gap - height)}px`
    }
    return () => element?.close()
  }, [anchor])
  return (
    // A click beside the dialog lands on the dialog element itself; keyboard users have Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles['popover']}
      aria-label={label}
      onClick={({ target }) => target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles['inside']}>{children}</div>
    </dialog>
  )
}
