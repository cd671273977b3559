import { startOfDay, type Ctx } from '#packages/core'
import { setAway, type Span } from '#engines/duty/server/api.ts'
import { getWorkTimes } from '#kernel/schooling/server/api.ts'
import { listDays, type PlacedHalf } from './day-queries.ts'
import type { RequestRow } from './request-queries.ts'

const minute = 60_000
const midnight = 24 * 60
const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** The module that knows why somebody is away, for engines/duty and engines/cover. */
export const awaySource = 'teacher-leave'

type SpanOfLeave = Pick<RequestRow, 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** When the morning ends at each organisation where the person works in the days of a leave. */
async function loadNoons(ctx: Ctx, halves: readonly PlacedHalf[]): Promise<ReadonlyMap<string, number>> {
  const noons = new Map<string, number>()
  for (const orgId of new Set(halves.map((half) => half.orgId)))
    noons.set(orgId, (await getWorkTimes(ctx, orgId)).am[1])
  return noons
}

/**
 * The mornings begin and the afternoons end at midnight, so that early reading and lessons in the evening are in the
 * leave. A leave by the hour has its own times.
 */
function toSpans(row: SpanOfLeave, halves: readonly PlacedHalf[], noons: ReadonlyMap<string, number>): Span[] {
  const spans: Span[] = []
  for (const { day, half, orgId } of halves) {
    const noon = noons.get(orgId)!
    const begins = row.startTime !== null && day === row.startsOn ? toMinutes(row.startTime) : 0
    const ends = row.endTime !== null && day === row.endsOn ? toMinutes(row.endTime) : midnight
    const [from, to] = half === 'am' ? [begins, Math.min(ends, noon)] : [Math.max(begins, noon), ends]
    if (from >= to) continue
    const atDay = startOfDay(day).getTime()
    const [startsAt, endsAt] = [new Date(atDay + from * minute), new Date(atDay + to * minute)]
    const last = spans.at(-1)
    if (last && last.endsAt >= startsAt) last.endsAt = endsAt
    else spans.push({ startsAt, endsAt })
  }
  return spans
}

/** The times of these half-days. */
export const listAwaySpans = async (ctx: Ctx, row: SpanOfLeave, halves: readonly PlacedHalf[]): Promise<Span[]> =>
  toSpans(row, halves, await loadNoons(ctx, halves))

/**
 * Tells engines/duty when the person is away because of this leave, and nothing of why. To be called whenever its days
 * begin to hold, change or hold no more.
 */
export async function updateAway(ctx: Ctx, row: RequestRow): Promise<void> {
  const halves = (await listDays(ctx.db, row.id)).filter(({ status }) => status === 'in-force')
  const spans = await listAwaySpans(ctx, row, halves)
  await setAway(ctx, { source: awaySource, ref: row.id, userId: row.memberId, spans })
}
