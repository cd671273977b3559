import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { StatusOf } from '#packages/web/desk/list/columns.tsx'
import type { Organisation } from '../../contract.ts'

export const statusOf = ({ isForbidden }: Organisation) =>
  isForbidden
    ? ({ tone: 'closed', icon: StopOutlined, words: '停用' } as const)
    : ({ tone: 'success', icon: CheckOutlined, words: '正常', isUsual: true } as const)

export const OrganisationStatus = ({ row }: { row: Organisation }) => <StatusOf status={statusOf(row)} />
