import { Button } from 'antd'
import { useState } from 'react'
import { turningWhile } from '#packages/web/desk/busy.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { CodeRow } from '../personal/code-row.tsx'
import type { Step } from '../personal/use-info.ts'

interface Props {
  name: string
  step: Step
  error: string | undefined
  busy: boolean
  onTell: (code: string) => void
  onClose: () => void
}

/** Where one is going, more than a password is wanted. */
export function ProveDialog({ name, step, error, busy, onTell, onClose }: Props) {
  const [code, setCode] = useState('')
  return (
    <Dialog
      title={`切换到${name}需要短信验证`}
      size="question"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button type="primary" form="prove" htmlType="submit" loading={turningWhile(busy)}>
            验证并切换
          </Button>
        </>
      }
    >
      <form
        id="prove"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onTell(code)
        }}
      >
        <CodeRow step={step} error={error} name="code" value={code} onChange={({ target }) => setCode(target.value)} />
      </form>
    </Dialog>
  )
}
