import { CheckOutlined, ClockCircleOutlined, MailOutlined } from '@ant-design/icons'
import type { Message } from '../../contract.ts'

/** What is left to do about a message: to-dos want to be done, all else wants to be read. */
export function getMessageStatus({ kind, readAt, doneAt }: Message) {
  if (kind === 'todo' && doneAt === null)
    return { tone: 'warning', icon: ClockCircleOutlined, label: '待处理' } as const
  if (kind === 'todo') return { tone: 'success', icon: CheckOutlined, label: '已办', isNormal: true } as const
  if (readAt === null) return { tone: 'info', icon: MailOutlined, label: '未读' } as const
  return { tone: 'closed', icon: CheckOutlined, label: '已读', isNormal: true } as const
}

/** A to-do that is open stays until what it asks for is done. */
export const isRemovable = ({ kind, doneAt }: Message) => kind !== 'todo' || doneAt !== null
