import { CheckOutlined, ClockCircleOutlined, StopOutlined } from '@ant-design/icons'
import { dateOf } from '#packages/web/core/format/time.ts'
import { constantLevels, type ConstantItem } from '../contract.ts'

export const levelOf = ({ level }: ConstantItem) => constantLevels[level]

/** From and to, as far as there are any. */
export const daysOf = ({ fromOn, toOn }: ConstantItem) =>
  fromOn && toOn ? `${fromOn} 至 ${toOn}` : fromOn ? `${fromOn} 起` : toOn ? `至 ${toOn}` : ''

export function statusOf({ isEnabled, isOffered, fromOn }: ConstantItem) {
  if (!isEnabled) return { tone: 'closed', icon: StopOutlined, words: '停用' } as const
  if (isOffered) return { tone: 'success', icon: CheckOutlined, words: '启用', isUsual: true } as const
  const isEarly = fromOn !== null && dateOf(new Date()) < fromOn
  return { tone: 'info', icon: ClockCircleOutlined, words: isEarly ? '未生效' : '已过期' } as const
}
