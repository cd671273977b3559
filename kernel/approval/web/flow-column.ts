import { sharedCol } from '#packages/web/core/list/columns.ts'
import type { SharedColumn } from '#packages/web/core/list/list-spec.ts'
import { flowStatuses, type FlowStatus } from '../contract.ts'

interface RowFlow {
  status: FlowStatus
  /** The steps that the request waits at. */
  stepNames?: readonly string[]
}

/** The column 审批 of a list whose rows are decided: 审批中：校长, 已通过. Approved rows are quiet. */
export const flowColumn = <Row>(
  of: (row: Row) => RowFlow,
  column: Partial<Omit<SharedColumn<Row>, 'text' | 'state'>> = {},
): SharedColumn<Row> =>
  sharedCol.state<Row>({
    key: 'flow',
    title: '审批',
    width: 160,
    ...column,
    of: (row) => {
      const { status, stepNames = [] } = of(row)
      const { label, tone } = flowStatuses[status]
      const waits = status === 'running' && stepNames.length > 0
      return { label: waits ? `${label}：${stepNames.join('、')}` : label, tone, isNormal: status === 'approved' }
    },
  })
