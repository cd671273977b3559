import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import type { PeriodScheme } from '../../../contract.ts'
import { deleteScheme, timeKey } from '../../time-queries.ts'

/** Deletes a scheme that was entered by mistake. A scheme that was in use is ended instead. */
export function DeleteSchemeDialog({ scheme, onClose }: { scheme: PeriodScheme; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`删除“${scheme.name}”`}
      submitLabel="删除"
      isDanger
      submit={() => deleteScheme(scheme.id)}
      done="已删除作息"
      queryKey={timeKey}
      onClose={onClose}
    >
      <p>{`将删除这套作息的${scheme.periods.length}个节次。不再使用的作息可以改为填写结束日期。`}</p>
    </ConfirmAction>
  )
}
