import { addDays, dayOf } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { parseDateRange } from '#packages/web/core/format/date-range.ts'
import type { ListQuery } from '#packages/web/core/list/list-spec.ts'
import type { PupilLeave } from '#engines/attendance/contract.ts'
import { pupilLeaveOfficeApi as api } from '../../contract.ts'

export const leaveKey = ['roll-call', 'leave']

const usualDays = 30

const matches = ({ name, className }: PupilLeave, keyword: string) =>
  name.includes(keyword) || className.includes(keyword)

/** The server answers with all leave of the days, a few dozen for a school; the browser filters and pages them. */
export const leavePageQuery = ({ node, filter, pageNumber, pageSize }: ListQuery) => {
  const today = dayOf(new Date())
  const { from = addDays(today, -usualDays), to = addDays(today, usualDays) } = parseDateRange(filter['days'])
  const query = { orgId: node, classId: null, from, to: to < from ? from : to }
  return {
    queryKey: [...leaveKey, 'page', query, filter, pageNumber, pageSize],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const all = await call(api.page, { query, signal })
      const keyword = filter['keyword'] ?? ''
      const rows = all.filter(
        (row) => (!filter['status'] || row.status === filter['status']) && (!keyword || matches(row, keyword)),
      )
      return {
        items: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
        itemCount: rows.length,
        pageCount: Math.ceil(rows.length / pageSize),
      }
    },
  }
}

const widestDays = 180

/** One leave with all that its page shows; there is no address of its own on the server. */
export const leaveQuery = (id: string) => ({
  queryKey: [...leaveKey, 'one', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PupilLeave> => {
    const today = dayOf(new Date())
    const query = { orgId: null, classId: null, from: addDays(today, -widestDays), to: addDays(today, widestDays) }
    const found = (await call(api.page, { query, signal })).find((row) => row.id === id)
    if (!found) throw new Error('请假不存在或已不在可查看的范围')
    return found
  },
})
