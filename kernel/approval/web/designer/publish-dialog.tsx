import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { DefinitionDetail } from '../../contract.ts'
import { definitionKey, publishDefinition } from './definition-queries.ts'

interface Props {
  detail: DefinitionDetail
  running: number
  onClose: () => void
}

/** From then on new requests follow the draft. */
export default function PublishDialog({ detail: { subjectTitle, draftId, rules }, running, onClose }: Props) {
  return (
    <ConfirmAction
      title={`发布${subjectTitle}的流程`}
      submitLabel="发布"
      done="已发布，立即生效"
      queryKey={definitionKey}
      submit={() => publishDefinition(draftId!)}
      onClose={onClose}
    >
      <p>发布后，新的申请按“{rules.name}”办理。</p>
      <p>{running > 0 ? `${running} 件进行中的申请仍按原来的版本办完。` : '现在没有进行中的申请。'}</p>
    </ConfirmAction>
  )
}
