import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import type { Organisation } from '../../contract.ts'

export const getOrganisationStatus = ({ isDisabled }: Organisation) =>
  isDisabled
    ? ({ tone: 'closed', icon: StopOutlined, label: '停用' } as const)
    : ({ tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true } as const)

export const OrganisationStatus = ({ row }: { row: Organisation }) => (
  <RowStatusTag status={getOrganisationStatus(row)} />
)
