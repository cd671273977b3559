import type { QueryOf } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import { buildAppDataUrl } from '#kernel/metric/contract.ts'
import type { MetricReading, MetricValue } from '#kernel/metric/server/api.ts'
import type { CellState, dataCentreApi, Matrix } from '../../contract.ts'
import { findModuleOf, listSchoolDays, matrixCodes, readReadable } from './board-metrics.ts'

/** The organisations directly below the caller's against the metrics of a day: who has reported, and who has not. */
export async function getMatrix(ctx: Ctx, { date }: QueryOf<typeof dataCentreApi.matrix>): Promise<Matrix> {
  const { orgId } = ctx.actor
  const [first, ...earlier] = date ? [date] : await listLastDays(ctx, orgId)
  let day = first!
  let used = await readUsed(ctx, orgId, day)
  if (!hasBegun(used) && earlier[0]) {
    day = earlier[0]
    used = await readUsed(ctx, orgId, day)
  }
  const names = new Map(used.flatMap(({ values }) => values.map(({ key, label }) => [key, label] as const)))
  const cells = used.map(({ values }) => new Map(values.map((one) => [one.key, one])))
  return {
    day,
    columns: used.map(({ code, title, unit, values }) => ({ code, title, unit, complete: sumComplete(values) })),
    // Units that have no such figures are left out.
    rows: [...names]
      .map(([id, name]) => ({
        orgId: id,
        name,
        cells: used.map((reading, at) => presentCell(ctx, reading, { id, day }, cells[at]!.get(id))),
      }))
      .filter((row) => row.cells.some(({ state }) => state !== 'closed')),
  }
}

/** The night counts the new day for all; before the first school has an attendance, the last school day says more. */
function hasBegun(used: readonly MetricReading[]): boolean {
  const attendance = used.find(({ code }) => code === 'attendance.rate')
  return attendance ? attendance.values.some(({ value, isMasked }) => value !== null || isMasked) : used.length > 0
}

/** Today, if it is a school day, and the school day before; without a calendar only today. */
async function listLastDays(ctx: Ctx, orgId: string): Promise<string[]> {
  const today = dayOf(ctx.now)
  const { isToday, last } = await listSchoolDays(ctx, orgId, today)
  const before = last.filter((day) => day < today).slice(-1)
  return isToday || before.length === 0 ? [today, ...before] : before
}

/** The metrics that some organisation has, or should have. */
const readUsed = async (ctx: Ctx, orgId: string, day: string) =>
  (await readReadable(ctx, { codes: matrixCodes, orgId, from: day, to: day, by: 'org' })).filter(({ values }) =>
    values.some(({ complete }) => complete.expected > 0),
  )

const sumComplete = (values: readonly MetricValue[]) => ({
  reported: values.reduce((sum, { complete }) => sum + complete.reported, 0),
  expected: values.reduce((sum, { complete }) => sum + complete.expected, 0),
})

function getState({ value, isMasked, complete: { reported, expected } }: MetricValue): CellState {
  if (expected === 0) return 'closed'
  if (reported < expected) return 'missing'
  return value === null && !isMasked ? 'none' : 'reported'
}

function presentCell(
  ctx: Ctx,
  { code }: MetricReading,
  { id, day }: { id: string; day: string },
  value: MetricValue | undefined,
): Matrix['rows'][number]['cells'][number] {
  if (!value) return { state: 'closed', value: null, isMasked: false, url: null }
  const state = getState(value)
  const url =
    state === 'closed' ? null : buildAppDataUrl({ key: findModuleOf(ctx, code)!, code, orgId: id, from: day, to: day })
  return { state, value: value.value, isMasked: value.isMasked, url }
}
