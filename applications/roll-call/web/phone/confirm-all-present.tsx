import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'

interface Props {
  expected: number
  onConfirm: () => void
  onClose: () => void
}

/** Nobody was marked: one tap more, because it may have been forgotten. */
export const ConfirmAllPresent = ({ expected, onConfirm, onClose }: Props) => (
  <BottomSheet title={`全班${expected}人到齐，确认提交？`} onClose={onClose}>
    <Button size="task" onClick={onConfirm}>
      确认提交
    </Button>
  </BottomSheet>
)
