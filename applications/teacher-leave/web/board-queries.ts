import type { QueryClient } from '@tanstack/react-query'
import { formatDate } from '#packages/web/core/format/time.ts'
import type { CardShape } from '#packages/web/core/module.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { leaveApi, leaveBookApi, type LeaveCalendar } from '../contract.ts'
import { leaveKey } from './leave-queries.ts'
import { nameAbsence } from './leave-text.ts'

export const awayTodayQuery = queryOf(leaveKey, leaveBookApi.awayToday)

export function createTodayQuery() {
  const today = formatDate(new Date())
  return queryOf(leaveKey, leaveApi.calendar, { query: { orgId: null, from: today, to: today } })
}

/** Who is away today; the server leaves the type out for those who may not know it. */
export const listAway = ({ departments }: LeaveCalendar) =>
  departments.flatMap(({ name: department, people }) =>
    people.flatMap(({ userId, name, away }) => {
      const approved = away.filter(({ isRequested }) => !isRequested)
      return approved.length > 0 ? { userId, name, about: `${department} ${approved.map(nameAbsence).join('、')}` } : []
    }),
  )

/** A line while everybody is at work. */
export async function getTodayCardShape(client: QueryClient): Promise<CardShape> {
  return listAway(await client.fetchQuery(createTodayQuery())).length > 0 ? 'card' : 'line'
}

export const getUnitsCardShape = async (client: QueryClient): Promise<CardShape> =>
  (await client.fetchQuery(awayTodayQuery)).people > 0 ? 'card' : 'line'
