import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'

interface Props {
  title: string
  text: ReactNode
  /** The text of the button. */
  verb: string
  isDanger?: boolean
  onAgree: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation. A refusal is shown in the same dialog. */
export function ConfirmDialog({ title, text, verb, isDanger = true, onAgree, onClose }: Props) {
  const { isBusy, refusal, send } = useSubmit()
  const agree = async () => {
    await onAgree()
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger={isDanger} loading={isBusy} onClick={() => void send(agree)}>
            {verb}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>{text}</p>
    </Dialog>
  )
}
