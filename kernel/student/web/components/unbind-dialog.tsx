import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { Guardian } from '../../contract.ts'
import { sendUnbindGuardian } from '../class-queries.ts'
import { studentKey } from '../student-tree.ts'

interface Props {
  guardian: Guardian
  studentName: string
  onClose: () => void
}

/** Confirms that a guardian loses access to the child. */
export default function UnbindDialog({ guardian, studentName, onClose }: Props) {
  return (
    <ConfirmAction
      title={`解除绑定：${guardian.name}`}
      submitLabel="解除绑定"
      isDanger
      submit={() => sendUnbindGuardian(guardian.id)}
      done="已解除绑定"
      queryKey={studentKey}
      onClose={onClose}
    >
      <p>{`${guardian.name}将不能再查看${studentName}的信息。联系方式仍保留在名册上，可以重新绑定。`}</p>
    </ConfirmAction>
  )
}
