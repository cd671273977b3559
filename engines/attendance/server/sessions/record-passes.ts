import { addDays, dayOf, startOfDay, type Ctx } from '#packages/core'
import { toMoment } from '#engines/timetable/server/api.ts'
import { updateCases } from '../cases/update-cases.ts'
import { readRules } from './load-lessons.ts'
import { insertPasses, listUnexplainedMarks, listSeenPupils, markDiffering } from './pass-queries.ts'
import { formatClock } from './roll-rules.ts'

/** What a terminal saw; the same pass sent twice is one. */
export interface DevicePass {
  id: string
  at: Date
  studentId: string
  direction: 'in' | 'out'
  device: string
  place: string
}

export interface RecordedPasses {
  /** How many were new. */
  added: number
  /** The ids of those whose device has a wrong clock. */
  refused: string[]
}

const latestMinutes = 5
/** A terminal without a network keeps its passes so long. */
const oldestDays = 31

const isCredible = ({ at }: DevicePass, now: Date) =>
  at.getTime() <= now.getTime() + latestMinutes * 60_000 && dayOf(at) >= addDays(dayOf(now), -oldestDays)

/**
 * Keeps what terminals saw. A pass changes no mark: where a teacher did not see a pupil whom a device had seen come in
 * before the lesson, it sets 差异 and tells the class teacher. Passes of pupils who are at no school are left out. A pass
 * of a wrong time is refused, and those sent with it are kept. The caller knows which schools its devices are at.
 */
export async function recordPasses(ctx: Ctx, passes: readonly DevicePass[]): Promise<RecordedPasses> {
  const refused = passes.filter((pass) => !isCredible(pass, ctx.now))
  const inserted = await insertPasses(
    ctx.db,
    passes.filter((pass) => !refused.includes(pass)),
  )
  for (const [day, some] of Map.groupBy(inserted, ({ at }) => dayOf(at)))
    await findDifferences(ctx, day, [...new Set(some.map(({ studentId }) => studentId))])
  return { added: inserted.length, refused: refused.map(({ id }) => id) }
}

async function findDifferences(ctx: Ctx, day: string, studentIds: readonly string[]) {
  const span = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) }
  const marks = await listUnexplainedMarks(ctx.db, studentIds, day)
  for (const [sessionId, some] of Map.groupBy(marks, (mark) => mark.sessionId)) {
    const [{ orgId, begins, state }] = some as [(typeof some)[number]]
    if (!(await readRules(ctx, orgId)).trustDevices) continue
    const ids = some.map(({ studentId }) => studentId)
    const seen = await listSeenPupils(ctx.db, ids, span, toMoment(day, begins))
    const inside = ids.filter((id) => seen.get(id)?.isInside)
    await markDiffering(ctx.db, sessionId, inside, ctx.now)
    const differing = inside.flatMap((studentId) => {
      const firstIn = seen.get(studentId)?.firstIn
      return firstIn ? [{ studentId, seenAt: formatClock(firstIn) }] : []
    })
    // Nobody has been told yet of a roll that is not submitted, nor is alarmed about a day that is over.
    if (state !== 'open' && day === dayOf(ctx.now) && differing.length > 0)
      await updateCases(ctx, { orgId, sessionId, day, missing: [], found: [], differing })
  }
}
