import { addDays, dayOf } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { ListQuery } from '#packages/web/core/list/list-spec.ts'
import type { PupilLeaveStatus } from '#engines/attendance/contract.ts'
import { pupilLeaveOfficeApi as api } from '../../contract.ts'

export const leaveKey = ['roll-call', 'leave']

const usualDays = 30

export const leavePageQuery = ({ node, filter, pageNumber, pageSize }: ListQuery) => {
  const today = dayOf(new Date())
  const { from = addDays(today, -usualDays), to = addDays(today, usualDays) } = parseDateRange(filter['days'])
  const { status, keyword = '' } = filter
  const query = {
    orgId: node,
    classId: null,
    from,
    to: to < from ? from : to,
    ...(status && { status: status as PupilLeaveStatus }),
    keyword,
    pageNumber,
    pageSize,
  }
  return {
    queryKey: [...leaveKey, 'page', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(api.page, { query, signal }),
  }
}

export const leaveQuery = (id: string) => ({
  queryKey: [...leaveKey, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(api.detail, { query: { id }, signal }),
})
