import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import type { Student } from '../../contract.ts'
import { revealField } from '../student-queries.ts'
import { getRelationLabel } from '../student-labels.ts'
import { useAsyncAction } from './use-async-action.ts'

/** Shows who will be called and that the call is logged; only then reveals the number. */
export default function CallDialog({ pupil, onClose }: { pupil: Student; onClose: () => void }) {
  const { isBusy, refusal, run } = useAsyncAction()
  const { id, name, guardianId, guardianName, guardianRelation } = pupil
  const who = guardianRelation === null ? guardianName : `${guardianName}（${getRelationLabel(guardianRelation)}）`
  const call = async () => {
    location.assign(`tel:${await revealField(id, 'guardianPhone', '联系家长', guardianId)}`)
    onClose()
  }
  return (
    <Dialog
      title={`拨打${who}，将记入日志`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" data-first="" loading={isBusy} onClick={() => run(call)}>
            拨打
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>{`${name}的家长。号码只用于这次通话，查阅记录对家长可见。`}</p>
    </Dialog>
  )
}
