import { listContributions, Refusal, type Ctx } from '#packages/core'

/** Days and grades for which a school would lose periods. */
export interface LostPeriods {
  orgId: string
  slotIds: readonly string[]
  /** Empty: all grades of the school. */
  gradeIds: readonly string[]
  startsOn: string
  /** The last day; null: for good. */
  endsOn: string | null
}

/** A module whose lessons are in periods counts those that would have no time. Without lessons a slot may be missing. */
export interface PeriodGuard {
  key: string
  countLessons(ctx: Ctx, lost: LostPeriods): Promise<readonly { slotId: string; lessons: number }[]>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Lessons in periods, from the modules above that have a timetable. */
    periodGuards: PeriodGuard
  }
}

/** Refuses to take away periods that still have lessons. */
export async function refuseLessonsWithout(
  ctx: Ctx,
  orgId: string,
  periods: readonly { slotId: string; name: string }[],
  { gradeIds, startsOn, endsOn }: Pick<LostPeriods, 'gradeIds' | 'startsOn' | 'endsOn'>,
) {
  if (periods.length === 0) return
  const lost = { orgId, slotIds: periods.map(({ slotId }) => slotId), gradeIds, startsOn, endsOn }
  const totals = new Map<string, number>()
  for (const guard of listContributions(ctx, 'periodGuards'))
    for (const { slotId, lessons } of await guard.countLessons(ctx, lost))
      totals.set(slotId, (totals.get(slotId) ?? 0) + lessons)
  const used = periods.find(({ slotId }) => (totals.get(slotId) ?? 0) > 0)
  if (used) throw new Refusal(`${used.name}仍有${totals.get(used.slotId)}节课，请先调整`)
}
