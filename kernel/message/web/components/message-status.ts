import { CheckOutlined, ClockCircleOutlined, MailOutlined } from '@ant-design/icons'
import type { Message } from '../../contract.ts'

/** The status of a message: to-dos must be done, all others read. */
export function getMessageStatus({ kind, readAt, doneAt }: Message) {
  if (kind === 'todo' && doneAt === null)
    return { tone: 'warning', icon: ClockCircleOutlined, label: '待处理' } as const
  if (kind === 'todo') return { tone: 'success', icon: CheckOutlined, label: '已办', isNormal: true } as const
  if (readAt === null) return { tone: 'info', icon: MailOutlined, label: '未读' } as const
  return { tone: 'closed', icon: CheckOutlined, label: '已读', isNormal: true } as const
}

/** An open to-do stays until it is done. */
export const isRemovable = ({ kind, doneAt }: Message) => kind !== 'todo' || doneAt !== null
