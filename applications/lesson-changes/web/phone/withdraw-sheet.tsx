import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import { Button } from '#packages/web/light/button.tsx'
import type { CoverRequest } from '#engines/cover/contract.ts'
import { describeLeg, type Answers } from '#engines/cover/web/api.ts'

interface Props {
  request: CoverRequest
  answers: Answers
  onClose: () => void
}

export const WithdrawSheet = ({ request, answers, onClose }: Props) => (
  <BottomSheet title="撤回申请？" onClose={onClose}>
    <p>{request.legs.map(describeLeg).join('；')}</p>
    <p>撤回后这节课仍由您上，被征询的同事会收到消息。</p>
    <Button
      kind="withdraw"
      size="task"
      busy={answers.busy.has(request.id) && '请稍等…'}
      onClick={() => void answers.withdraw(request).then(onClose)}
    >
      撤回
    </Button>
  </BottomSheet>
)
