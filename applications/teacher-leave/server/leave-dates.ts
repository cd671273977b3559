import { addDays, type Ctx } from '#packages/core'
import { listWorkDays } from '#kernel/schooling/server/api.ts'
import type { RequestRow } from './request-queries.ts'

/** The status of an approved leave goes by its dates until the return. */
export function getStatusByDate({ startsOn, endsOn }: Pick<RequestRow, 'startsOn' | 'endsOn'>, today: string) {
  if (today < startsOn) return 'approved'
  return today <= endsOn ? 'on-leave' : 'awaiting-return'
}

/** The day on which so many working days have passed since a day. */
export async function addWorkingDays(ctx: Ctx, orgId: string, day: string, count: number): Promise<string> {
  // Holidays of a summer are shorter than that.
  const days = await listWorkDays(ctx, orgId, addDays(day, 1), addDays(day, 120 + 2 * count))
  return days.filter(({ isWorking }) => isWorking)[count - 1]?.day ?? addDays(day, count)
}
