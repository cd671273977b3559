import { CheckCircleOutlined, ClockCircleOutlined, RollbackOutlined } from '@ant-design/icons'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import type { Tone } from '#packages/web/desk/status-tag.tsx'
import { ticketStatuses, type Ticket, type TicketStatus } from '../../contract.ts'

interface Look {
  tone: Tone
  icon: Icon
  words: string
  isUsual?: boolean
}

const looks: Readonly<Record<TicketStatus, Look>> = {
  open: { tone: 'warning', icon: ClockCircleOutlined, words: ticketStatuses.open },
  answered: { tone: 'success', icon: CheckCircleOutlined, words: ticketStatuses.answered, isUsual: true },
  withdrawn: { tone: 'closed', icon: RollbackOutlined, words: ticketStatuses.withdrawn, isUsual: true },
}
export const statusOf = ({ status }: Ticket) => looks[status]
