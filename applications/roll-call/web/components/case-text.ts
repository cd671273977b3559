import { labelOf } from '#packages/contract'
import { formatClock } from '#packages/web/core/format/time.ts'
import { caseOutcomes, type AbsenceCase } from '#engines/attendance/contract.ts'

/** The longest open first; of two that are open as long, the one whose family nobody has reached. */
export const sortCases = (cases: readonly AbsenceCase[]) =>
  [...cases].sort(
    (one, other) =>
      other.minutes - one.minutes ||
      Number(one.status === 'contacted') - Number(other.status === 'contacted') ||
      one.name.localeCompare(other.name, 'zh-CN'),
  )

/** 08:35 通知德育处和年级组长 */
export const describeNextStep = ({ nextStep }: AbsenceCase) =>
  nextStep ? `${formatClock(nextStep.at)} 通知${nextStep.text}` : ''

/** A device saw the child, who is not in the lesson: 07:31 进校，未到课 */
export const describeSeen = ({ seenAt }: Pick<AbsenceCase, 'seenAt'>) => (seenAt ? `${seenAt} 已进校，未到课` : '')

/** 65 minutes are 1小时5分. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes}分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}小时${rest > 0 ? `${rest}分` : ''}`
}

/** 在家：母亲说睡过头了 */
export const describeOutcome = ({ outcome, note }: AbsenceCase) =>
  [outcome ? labelOf(caseOutcomes, outcome) : '', note].filter(Boolean).join('：')

/** How long a child has been missing decides the colour; the words say it too. */
export const toneOfCase = ({ minutes, status }: AbsenceCase) =>
  status === 'contacted' ? 'warning' : minutes >= urgentMinutes ? 'urgent' : 'open'
const urgentMinutes = 15

export const countCases = (cases: readonly AbsenceCase[]) => ({
  open: cases.filter(({ status }) => status === 'open').length,
  contacted: cases.filter(({ status }) => status === 'contacted').length,
})

/** 08:10 家长：陈红 */
export const describeNotification = ({ at, text }: AbsenceCase['told'][number]) => `${formatClock(at)} ${text}`

/** Why a phone is looked at, in the log. */
export const callReason = '核实未到'
export const getCallAddress = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
