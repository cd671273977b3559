import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'

interface Props {
  unsaved: number
  onClose: () => void
  onConfirm: () => void
}

export default function ClosePagesDialog({ unsaved, onClose, onConfirm }: Props) {
  return (
    <ConfirmAction
      title={`有 ${unsaved} 个页面还没有保存`}
      submitLabel="放弃并关闭"
      isDanger
      submit={onConfirm}
      cancelLabel="继续编辑"
      onClose={onClose}
    >
      <p>关闭后，没有保存的修改会丢失。</p>
    </ConfirmAction>
  )
}
