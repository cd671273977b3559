import { addDays, daysBetween, invalid, listDays } from '#packages/core'
import type { LeaveSpan } from '../../contract.ts'
import type { PeriodOfDay } from '../../contract-leave-span.ts'

const noon = '12:00'
export const getHalfOf = (begins: string): 'am' | 'pm' => (begins < noon ? 'am' : 'pm')

export interface SpanLimits {
  today: string
  /** How many days ahead it may begin, and how many days ago it may have ended. */
  ahead: number
  back: number
}

const mostDays = 60

/** Longer absence is a suspension of studies, which has its own procedure. */
export function checkSpan(span: LeaveSpan, { today, ahead, back }: SpanLimits) {
  const { startsOn, startHalf, endsOn, endHalf, periodIds } = span
  if (endsOn < startsOn) throw invalid([{ field: 'endsOn', msg: '结束日期不能早于开始日期' }])
  if (endsOn === startsOn && startHalf === 'pm' && endHalf === 'am')
    throw invalid([{ field: 'endHalf', msg: '结束时间不能早于开始时间' }])
  if (periodIds.length > 0 && endsOn !== startsOn)
    throw invalid([{ field: 'periodIds', msg: '只有一天的请假可以选择节次' }])
  if (startsOn > addDays(today, ahead)) throw invalid([{ field: 'startsOn', msg: `最多提前${ahead}天请假` }])
  if (startsOn < addDays(today, -back)) throw invalid([{ field: 'startsOn', msg: `只能补${back}天内的请假` }])
  if (daysBetween(startsOn, endsOn) >= mostDays)
    throw invalid([{ field: 'endsOn', msg: `请假不超过${mostDays}天，更长请办理休学` }])
}

/** The halves of the days that a span covers: `2026-11-20 am`. Of periods nothing: they are less than a half. */
const listHalves = ({ startsOn, startHalf, endsOn, endHalf }: LeaveSpan): string[] =>
  listDays(startsOn, endsOn).flatMap((day) => [
    ...(day === startsOn && startHalf === 'pm' ? [] : [`${day} am`]),
    ...(day === endsOn && endHalf === 'am' ? [] : [`${day} pm`]),
  ])

/** Whether both cover the same lesson. `periods`: those of the day of a span with periods. */
export function isOverlapping(one: LeaveSpan, other: LeaveSpan, periods: readonly PeriodOfDay[]): boolean {
  if (one.startsOn > other.endsOn || other.startsOn > one.endsOn) return false
  if (one.periodIds.length > 0 && other.periodIds.length > 0)
    return one.periodIds.some((id) => other.periodIds.includes(id))
  const [some, whole] = one.periodIds.length > 0 ? [one, other] : [other, one]
  const halves = new Set(listHalves(whole))
  if (some.periodIds.length === 0) return listHalves(some).some((half) => halves.has(half))
  return some.periodIds.some((id) => {
    const period = periods.find((known) => known.id === id)
    // A period that the school has no more still belongs to the day.
    return period
      ? halves.has(`${some.startsOn} ${getHalfOf(period.begins)}`)
      : halves.has(`${some.startsOn} am`) || halves.has(`${some.startsOn} pm`)
  })
}
