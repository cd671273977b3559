import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'
import { useToast } from './toast.tsx'
import { useSubmit } from './use-submit.ts'
import styles from './confirm-action.module.css'

interface Props {
  title: string
  /** By default 400 wide; with a preview or choices it needs more. */
  size?: 'form' | 'question' | 'panes'
  /** The verb, and where possible how many records it changes. */
  submitLabel: string
  /** The action deletes or removes something. */
  isDanger?: boolean
  /** Nothing to confirm yet: the preview is loading, or nothing is chosen. */
  isDisabled?: boolean
  /** Why the action is impossible; it is shown, and nothing can be confirmed. */
  obstacle?: string | undefined
  /** Its error is shown in the dialog, which stays open. */
  submit: () => unknown
  /** Announced afterwards. */
  done?: string
  /** Reloaded afterwards. */
  queryKey?: QueryKey
  /** Called after the action, instead of closing. */
  onSent?: () => void
  cancelLabel?: string
  /** The other answer, for example back to the form; by default it closes. */
  onCancel?: () => void
  /** A second way to do it, between the two buttons. Possible also where `isDisabled` with `isAlways`. */
  alternative?: { label: string; submit: () => unknown; done?: string; isAlways?: boolean } | undefined
  /** At the left of the buttons. */
  note?: ReactNode
  /** Enter in a field confirms too. */
  hasFields?: boolean
  onClose: () => void
  /** What is about to happen. */
  children: ReactNode
}

/** Asks before an action. The focus is on the answer that changes nothing, unless the content has `data-first`. */
export function ConfirmAction({ title, size = 'question', onClose, onSent = onClose, children, ...props }: Props) {
  const { submitLabel, isDanger = false, isDisabled = false, obstacle, submit, hasFields = false } = props
  const { done, queryKey, cancelLabel = '取消', onCancel = onClose, alternative, note } = props
  const id = useId()
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const run = (work: () => unknown, message = done) =>
    void send(async () => {
      await work()
      if (message) toast.success(message)
      if (queryKey) await client.invalidateQueries({ queryKey })
      onSent()
    })
  const press = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) run(submit)
  }
  return (
    <Dialog
      title={title}
      size={size}
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          {note && (
            <span className={styles['note']} role="status">
              {note}
            </span>
          )}
          <Button data-first="" disabled={isBusy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          {alternative && (
            <Button
              disabled={isBusy || (isDisabled && !alternative.isAlways) || obstacle !== undefined}
              onClick={() => run(alternative.submit, alternative.done)}
            >
              {alternative.label}
            </Button>
          )}
          <Button
            type="primary"
            danger={isDanger}
            disabled={isDisabled || obstacle !== undefined}
            loading={isBusy}
            {...(hasFields ? { form: id, htmlType: 'submit' } : { onClick: () => run(submit) })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal ?? obstacle} />
      {hasFields ? (
        <form id={id} noValidate className={styles['content']} onSubmit={press}>
          {children}
        </form>
      ) : (
        <div className={styles['content']}>{children}</div>
      )}
    </Dialog>
  )
}
