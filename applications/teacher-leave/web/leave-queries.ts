import { queryOf } from '#packages/web/core/query-of.ts'
import { leaveApi, type LeaveSpan } from '../contract.ts'
import { manifest } from '../manifest.ts'

/** Everything of the application: a request changes balances, calendar and summary too. */
export const leaveKey = [manifest.key] as const
export const choicesQuery = queryOf(leaveKey, leaveApi.choices)
export const balanceQuery = queryOf(leaveKey, leaveApi.balance)

export type SpanValues = Omit<LeaveSpan, 'typeId'>

interface CountFor {
  /** The request that the span would replace, or that is sent again. */
  change: string | null
  /** Whoever an administrator enters it for; null for the caller. */
  userId: string | null
  /** The form has a proof. */
  hasFiles: boolean
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

function isSpanComplete(span: LeaveSpan, isByHour: boolean) {
  const isInOrder = isDay(span.startsOn) && isDay(span.endsOn) && span.startsOn <= span.endsOn
  const hasTimes = !isByHour || (span.startTime !== null && span.endTime !== null)
  return span.typeId !== '' && isInOrder && hasTimes
}

/** What a span counts, as soon as it is complete. */
export const countQuery = (span: LeaveSpan, isByHour: boolean, countFor: CountFor) => ({
  ...queryOf(leaveKey, leaveApi.count, { query: { ...span, ...countFor } }),
  enabled: isSpanComplete(span, isByHour),
})

/** The lessons that somebody else has to give meanwhile. */
export const lessonsQuery = (span: LeaveSpan, isByHour: boolean, countFor: CountFor) => ({
  ...queryOf(leaveKey, leaveApi.lessons, { query: { ...span, ...countFor } }),
  enabled: isSpanComplete(span, isByHour),
})
