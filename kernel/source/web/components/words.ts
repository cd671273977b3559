import { CheckOutlined, CloseCircleOutlined, QuestionCircleOutlined, StopOutlined } from '@ant-design/icons'
import { sourceStatuses, type DataSource, type SourceStatus } from '../../contract.ts'

const looks = {
  untested: { tone: 'info', icon: QuestionCircleOutlined },
  fine: { tone: 'success', icon: CheckOutlined, isUsual: true },
  faulty: { tone: 'error', icon: CloseCircleOutlined },
  stopped: { tone: 'closed', icon: StopOutlined },
} as const

export const statusOf = ({ status }: { status: SourceStatus }) => ({ ...looks[status], words: sourceStatuses[status] })

export const addressOf = ({ host, port, database }: DataSource) => `${host}:${port}/${database}`
