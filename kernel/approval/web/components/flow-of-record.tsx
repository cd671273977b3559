import { call } from '#packages/web/core/call.ts'
import { InlineLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { approvalApi } from '../../contract.ts'
import { FlowTimeline } from './flow-timeline.tsx'

/** The time line on the page of a record, for those who may see its request. */
export function FlowOfRecord({ flowId }: { flowId: string }) {
  const { answer, again } = useLoaded(flowId, () => call(approvalApi.detail, { query: { flowId } }))
  if (answer === 'failed') return <InlineLoadError onRetry={again} />
  return answer ? <FlowTimeline flow={answer} /> : <Skeleton />
}
