import { CheckOutlined, ClockCircleOutlined, CloseOutlined, RollbackOutlined } from '@ant-design/icons'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import type { DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { changeStatuses, changeTypes, type StaffChange } from '../../contract.ts'

const statusStyles = {
  0: { tone: 'info', icon: ClockCircleOutlined },
  1: { tone: 'success', icon: CheckOutlined, isNormal: true },
  2: { tone: 'error', icon: CloseOutlined },
  3: { tone: 'closed', icon: RollbackOutlined },
  4: { tone: 'info', icon: ClockCircleOutlined },
} as const

export const getChangeStatus = ({ status }: StaffChange) => {
  const known = status as keyof typeof changeStatuses
  return { ...(statusStyles[known] ?? statusStyles[0]), label: changeStatuses[known] ?? '' }
}
export const getChangeTypeLabel = ({ type }: StaffChange) => changeTypes[type as keyof typeof changeTypes] ?? ''

const formatUnit = (org: string, department: string) => [org, department].filter(Boolean).join(' / ')
export const getFromLabel = (row: StaffChange) => formatUnit(row.oldOrgName, row.oldDepartmentName)
export const getToLabel = (row: StaffChange) => formatUnit(row.newOrgName, row.newDepartmentName)

/** The request and the decision. */
export const listChangeFacts = (row: StaffChange): DetailSectionSpec[] => [
  {
    facts: [
      { label: '变动类型', value: getChangeTypeLabel(row) },
      { label: '原任职', value: getFromLabel(row) },
      { label: '新任职', value: getToLabel(row) },
      ...(row.post ? [{ label: '拟任职务', value: row.post }] : []),
      { label: '生效日期', value: row.effectiveOn },
      { label: '原因', value: row.reason },
      ...(row.isUnknown ? [{ label: '核对结果', value: '没有姓名和身份证号都相符的人员，只能拒绝' }] : []),
    ],
  },
  {
    title: '办理情况',
    facts: [
      { label: '申请人', value: row.applicant },
      { label: '申请时间', value: formatDayTime(row.appliedAt) },
      { label: '处理人', value: row.decidedBy },
      { label: '意见', value: row.opinion },
    ],
  },
]
