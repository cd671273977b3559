import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { DefinitionDetail } from '../../contract.ts'
import { definitionKey, disableDefinition } from './definition-queries.ts'

interface Props {
  detail: DefinitionDetail
  onClose: () => void
}

/** New requests follow the rules of the organisation above again, or those that are shipped. */
export default function DisableDialog({ detail: { subject, subjectTitle, orgId }, onClose }: Props) {
  return (
    <ConfirmAction
      title={`停用本单位的${subjectTitle}流程`}
      submitLabel="停用"
      isDanger
      done="已停用"
      queryKey={definitionKey}
      submit={() => disableDefinition(subject, orgId)}
      onClose={onClose}
    >
      <p>停用后，新的申请改用上级单位的流程；上级没有设置时使用系统默认流程。</p>
      <p>进行中的申请仍按原来的版本办完。</p>
    </ConfirmAction>
  )
}
