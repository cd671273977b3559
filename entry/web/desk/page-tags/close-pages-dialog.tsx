import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'

interface Props {
  unsaved: number
  onClose: () => void
  onConfirm: () => void
}

export default function ClosePagesDialog({ unsaved, onClose, onConfirm }: Props) {
  return (
    <Dialog
      title={`有 ${unsaved} 个页面还没有保存`}
      size="question"
      onClose={onClose}
      foot={
        <>
          <Button data-first onClick={onClose}>
            继续编辑
          </Button>
          <Button type="primary" danger onClick={onConfirm}>
            放弃并关闭
          </Button>
        </>
      }
    >
      <p>关闭后，没有保存的修改会丢失。</p>
    </Dialog>
  )
}
