import { CheckOutlined, CloseCircleOutlined, QuestionCircleOutlined, StopOutlined } from '@ant-design/icons'
import { sourceStatuses, type DataSource, type SourceStatus } from '../../contract.ts'

const statusStyles = {
  untested: { tone: 'info', icon: QuestionCircleOutlined },
  fine: { tone: 'success', icon: CheckOutlined, isNormal: true },
  faulty: { tone: 'error', icon: CloseCircleOutlined },
  stopped: { tone: 'closed', icon: StopOutlined },
} as const

export const getSourceStatus = ({ status }: { status: SourceStatus }) => ({
  ...statusStyles[status],
  label: sourceStatuses[status],
})

export const getSourceAddress = ({ host, port, database }: DataSource) => `${host}:${port}/${database}`
