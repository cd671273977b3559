import type { ReactNode } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Refusal } from '#packages/web/desk/list/act-told.tsx'
import { useSending } from '#packages/web/desk/use-sending.ts'

interface Props {
  title: string
  words: ReactNode
  /** What the button says. */
  verb: string
  isDanger?: boolean
  onAgree: () => Promise<unknown>
  onClose: () => void
}

/** Asks first. Why it is refused is read where the question was. */
export function AskDialog({ title, words, verb, isDanger = true, onAgree, onClose }: Props) {
  const { isBusy, refusal, send } = useSending()
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
      <Refusal words={refusal} />
      <p>{words}</p>
    </Dialog>
  )
}
