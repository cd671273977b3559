import { CheckOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { formatDate } from '#packages/web/core/format/time.ts'
import { constantLevels, type ConstantItem } from '../contract.ts'

export const getLevelLabel = ({ level }: ConstantItem) => constantLevels[level]

/** The first and last day, as far as they are set. */
export const getDateRangeLabel = ({ fromOn, toOn }: ConstantItem) =>
  fromOn && toOn ? `${fromOn} 至 ${toOn}` : fromOn ? `${fromOn} 起` : toOn ? `至 ${toOn}` : ''

export function getConstantStatus({ isEnabled, isOffered, fromOn }: ConstantItem) {
  if (!isEnabled) return { tone: 'closed', icon: StopOutlined, label: '停用' } as const
  if (isOffered) return { tone: 'success', icon: CheckOutlined, label: '启用', isNormal: true } as const
  const isEarly = fromOn !== null && formatDate(new Date()) < fromOn
  return { tone: 'info', icon: ClockCircleOutlined, label: isEarly ? '未生效' : '已过期' } as const
}
