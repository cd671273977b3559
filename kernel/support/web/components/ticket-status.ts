import { CheckCircleOutlined, ClockCircleOutlined, RollbackOutlined } from '@ant-design/icons'
import type { Icon } from '#packages/web/desk/glyph.tsx'
import type { Tone } from '#packages/web/desk/status-tag.tsx'
import { ticketStatuses, type Ticket, type TicketStatus } from '../../contract.ts'

interface StatusStyle {
  tone: Tone
  icon: Icon
  label: string
  isNormal?: boolean
}

const statusStyles: Readonly<Record<TicketStatus, StatusStyle>> = {
  open: { tone: 'warning', icon: ClockCircleOutlined, label: ticketStatuses.open },
  answered: { tone: 'success', icon: CheckCircleOutlined, label: ticketStatuses.answered, isNormal: true },
  withdrawn: { tone: 'closed', icon: RollbackOutlined, label: ticketStatuses.withdrawn, isNormal: true },
}
export const getTicketStatus = ({ status }: Ticket) => statusStyles[status]
