import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

interface Props {
  /** The typed values are stored as a draft. */
  hasDraft: boolean
  onStay: () => void
  /** Leaves, and keeps the draft. */
  onLeave: () => void
  /** Leaves, and discards everything. */
  onDiscard: () => void
}

/** Asks before a form with typed values is closed. */
export function LeaveDialog({ hasDraft, onStay, onLeave, onDiscard }: Props) {
  return (
    <Dialog
      title="内容还没有保存"
      size="question"
      onClose={onStay}
      foot={
        <>
          <Button danger onClick={onDiscard}>
            {hasDraft ? '不留草稿' : '放弃修改'}
          </Button>
          {hasDraft && <Button onClick={onLeave}>存草稿并关闭</Button>}
          <Button type="primary" data-first onClick={onStay}>
            继续填写
          </Button>
        </>
      }
    >
      <p>{hasDraft ? '可以存为草稿，下次打开时恢复。' : '关闭后，填写的内容会丢失。'}</p>
    </Dialog>
  )
}
