import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { Student } from '../../contract.ts'
import { revealField } from '../student-queries.ts'
import { getRelationLabel } from '../student-labels.ts'

/** Shows who will be called and that the call is logged; only then reveals the number. */
export default function CallDialog({ pupil, onClose }: { pupil: Student; onClose: () => void }) {
  const { id, name, guardianId, guardianName, guardianRelation } = pupil
  const who = guardianRelation === null ? guardianName : `${guardianName}（${getRelationLabel(guardianRelation)}）`
  const call = async () => {
    location.assign(`tel:${await revealField(id, 'guardianPhone', '联系家长', guardianId)}`)
  }
  return (
    <ConfirmAction title={`拨打${who}，将记入日志`} submitLabel="拨打" submit={call} onClose={onClose}>
      <p>{`${name}的家长。号码只用于这次通话，查阅记录对家长可见。`}</p>
    </ConfirmAction>
  )
}
