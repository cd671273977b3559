import { type InputRef } from 'antd'
import { useRef, type FormEvent } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { StepUpCodeRow, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'

interface Props {
  name: string
  step: StepUpChallenge
  code: string
  error: string | undefined
  busy: boolean
  onChange: (code: string) => void
  onSubmitCode: () => Promise<void>
  onClose: () => void
}

/** The target organisation requires more than a password. */
export function SwitchStepUpDialog({ name, step, code, error, busy, onChange, onSubmitCode, onClose }: Props) {
  const field = useRef<InputRef>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await onSubmitCode()
    field.current?.focus()
  }
  return (
    <Dialog
      title={`切换到${name}需要验证是您本人`}
      size="question"
      busy={busy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            返回
          </Button>
          <Button type="primary" form="prove" htmlType="submit" loading={busy}>
            验证并切换
          </Button>
        </>
      }
    >
      <form id="prove" noValidate onSubmit={(event) => void submit(event)}>
        <StepUpCodeRow
          ref={field}
          challenge={step}
          error={error}
          name="code"
          value={code}
          onChange={({ target }) => onChange(target.value)}
        />
      </form>
    </Dialog>
  )
}
