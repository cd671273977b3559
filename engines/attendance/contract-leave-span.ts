import type { LeaveSpan } from './contract.ts'

export interface PeriodOfDay {
  id: string
  name: string
  begins: string
}

const formatDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
const halfNames = { am: '上午', pm: '下午' } as const

/** 11月20日 第1、2节 · 11月20日 全天 · 11月20日 下午 · 11月20日下午至11月22日 */
export function formatLeaveSpan(span: LeaveSpan, periods: readonly PeriodOfDay[]): string {
  const { startsOn, startHalf, endsOn, endHalf, periodIds } = span
  if (startsOn === endsOn) {
    const part =
      periodIds.length > 0 ? formatPeriods(periodIds, periods) : startHalf === endHalf ? halfNames[startHalf] : '全天'
    return `${formatDay(startsOn)} ${part}`
  }
  return `${formatDay(startsOn)}${startHalf === 'pm' ? '下午' : ''}至${formatDay(endsOn)}${endHalf === 'am' ? '上午' : ''}`
}

/** 第1节、第2节 become 第1、2节. */
function formatPeriods(ids: readonly string[], periods: readonly PeriodOfDay[]): string {
  const names = periods.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  if (names.length === 0) return `${ids.length}节课`
  const numbers = names.map((name) => /^第(.+)节$/.exec(name)?.[1])
  return numbers.every((number) => number !== undefined) ? `第${numbers.join('、')}节` : names.join('、')
}
