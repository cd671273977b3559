import { labelOf, type State } from '#packages/contract'
import { Tag } from '#packages/web/light/tag.tsx'
import { flowStatuses, flowTaskStatuses, type FlowStatus, type FlowTaskStatus } from '../../contract.ts'

const tagStates = {
  success: 'passed',
  info: 'underway',
  warning: 'waiting',
  error: 'refused',
  closed: 'draft',
} as const satisfies Record<State['tone'], string>

export const FlowStateTag = ({ status }: { status: FlowStatus }) => (
  <Tag state={tagStates[flowStatuses[status].tone]}>{labelOf(flowStatuses, status)}</Tag>
)

export const TaskStateTag = ({ status }: { status: FlowTaskStatus }) => (
  <Tag state={tagStates[flowTaskStatuses[status].tone]}>{labelOf(flowTaskStatuses, status)}</Tag>
)
