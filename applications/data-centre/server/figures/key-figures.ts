import type { QueryOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import type { MetricReading, MetricValue } from '#kernel/metric/server/api.ts'
import type { dataCentreApi, KeyFigure, KeyFigures } from '../../contract.ts'
import { findModuleOf, keyFigureCodes, listSchoolDays, readReadable } from './board-metrics.ts'

/** The figures of the caller's organisation with all below it, in one reading for all codes and days. */
export async function getKeyFigures(ctx: Ctx, { set }: QueryOf<typeof dataCentreApi.keyFigures>): Promise<KeyFigures> {
  const { orgId } = ctx.actor
  const today = dayOf(ctx.now)
  const days = await listSchoolDays(ctx, orgId, today)
  const readings = await readReadable(ctx, { codes: keyFigureCodes[set], orgId, from: days.from, to: today, by: 'day' })
  return {
    today,
    restUntil: days.isToday ? null : days.next,
    figures: readings.flatMap((reading) => presentFigure(ctx, reading, days.last, today) ?? []),
  }
}

const hasFigure = ({ value, isMasked }: MetricValue) => value !== null || isMasked

function presentFigure(
  ctx: Ctx,
  { code, title, unit, note, values }: MetricReading,
  schoolDays: readonly string[],
  today: string,
): KeyFigure | undefined {
  const isSchoolDay = new Set(schoolDays)
  const own = values.filter((one) => isSchoolDay.has(one.key) || hasFigure(one))
  const shown = own.findLast(hasFigure) ?? own.find(({ key, complete }) => key === today && complete.expected > 0)
  // Nothing was ever reported or expected: the application is not used here.
  if (!shown) return undefined
  const before = own.findLast((one) => one.key < shown.key && hasFigure(one))
  const day = shown.key
  return {
    code,
    title,
    unit,
    note,
    day,
    value: shown.value,
    isMasked: shown.isMasked,
    before: before ? { day: before.key, value: before.value } : null,
    complete: shown.complete,
    asOf: shown.asOf,
    trend: own.slice(-14).map(({ key, value }) => ({ day: key, value })),
    url: buildAppDataUrl({ key: findModuleOf(ctx, code)!, code, orgId: ctx.actor.orgId, from: day, to: day }),
  }
}
