import { labelOf } from '#packages/contract'
import { formatClock, formatDate, parseTime } from '#packages/web/core/format/time.ts'
import {
  flowTaskSources,
  flowTaskStatuses,
  type FlowDetail,
  type FlowSeat,
  type InboxTask,
  type TimelineStep,
} from '../contract.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Longer times are counted in days. */
const longestInHours = 48

/** 08:52 today, 昨天, 11-11, or a whole date of another year. */
export function formatArrival(value: string | null, now = new Date()): string {
  const at = parseTime(value)
  if (!at) return ''
  const day = formatDate(at)
  if (day === formatDate(now)) return formatClock(at)
  if (day === formatDate(now.getTime() - dayMs)) return '昨天'
  return day.slice(0, 4) === formatDate(now).slice(0, 4) ? day.slice(5) : day
}

/** 11-13 08:52 */
export const formatDecisionTime = (value: string) => `${formatDate(value).slice(5)} ${formatClock(value)}`

const formatSpan = (ms: number) => {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} 分钟`
  const hours = Math.floor(ms / hourMs)
  return hours <= longestInHours ? `${hours} 小时` : `${Math.floor(ms / dayMs)} 天`
}

/** 剩余 3 小时, 已超时 2 天; nothing without a deadline. */
export function getDeadline(dueAt: string | null, now = new Date()): { text: string; isLate: boolean } | undefined {
  const due = parseTime(dueAt)
  if (!due) return undefined
  const left = due.getTime() - now.getTime()
  return left > 0
    ? { text: `剩余 ${formatSpan(left)}`, isLate: false }
    : { text: `已超时 ${formatSpan(-left)}`, isLate: true }
}

/** The words below a name in the time line: 年级组长, 同意. */
export function listSeatText({ name, type, mode }: TimelineStep, seat: FlowSeat): string[] {
  const { status, source, isMine } = seat
  const state =
    status === 'open' && isMine
      ? '待我处理'
      : type === 'handle' && status === 'approved'
        ? '已办结'
        : labelOf(flowTaskStatuses, status)
  // The people of a step with a mode stand below its name.
  return [mode ? '' : name, source === 'assigned' ? '' : labelOf(flowTaskSources, source), state].filter(Boolean)
}

/** Whether a task waits too long. */
export const isLate = ({ dueAt, status }: Pick<InboxTask, 'dueAt' | 'status'>, now = new Date()) =>
  status === 'open' && dueAt !== null && Date.parse(dueAt) < now.getTime()

/** The words of the decision: a step that is handled is done, not agreed to. */
export const getApproveLabel = (stepType: 'approve' | 'handle') => (stepType === 'handle' ? '办结' : '同意')

/** Said to a reader whose task waits for those who were added to it. */
export const getSignersNote = ({ steps }: Pick<FlowDetail, 'steps'>) =>
  steps.some(({ seats }) => seats.some(({ isMine, status }) => isMine && status === 'suspended'))
    ? '等待加签人员处理，也可以在审批流程中撤销加签。'
    : ''

const longestOpinion = 500

/** A phrase takes the place of another one, and is added to words that were typed by hand. */
export function choosePhrase(opinion: string, phrase: string, phrases: readonly string[]): string {
  if (opinion === phrase) return ''
  if (!opinion.trim() || phrases.includes(opinion)) return phrase
  if (opinion.endsWith(phrase)) return opinion
  const both = /[，。；！？、,.;!?\s]$/.test(opinion) ? opinion + phrase : `${opinion}，${phrase}`
  return both.length > longestOpinion ? opinion : both
}
