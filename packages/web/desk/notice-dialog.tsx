import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  size?: 'form' | 'question' | 'panes'
  closeLabel?: string
  /** Further buttons, before the one that closes. */
  buttons?: ReactNode
  /** One of them is at work: the dialog stays until its answer. */
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
}

/** Something to read: a result, a secret shown once, a comparison. Nothing is decided here. */
export const NoticeDialog = ({
  title,
  size = 'question',
  closeLabel = '完成',
  buttons,
  isBusy = false,
  onClose,
  children,
}: Props) => (
  <Dialog
    title={title}
    size={size}
    busy={isBusy}
    onClose={onClose}
    foot={
      <>
        {buttons}
        <Button type="primary" data-first="" disabled={isBusy} onClick={onClose}>
          {closeLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
