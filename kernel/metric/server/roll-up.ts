import { createJobActor, districtId, newId, type App, type Ctx, type DistrictId } from '#packages/core'
import { describeFailure, inCell, inDistrict, type Cells } from '#packages/db'
import { countDay } from './count-facts.ts'
import { writeFacts } from './facts.ts'
import { listDistrictsWithDueMetrics, takeDueCells, upsertDue, type DueCell, type MetricCell } from './fact-queries.ts'
import { getMetrics, listMetrics } from './metrics.ts'
import { listCellsAbove, lockRollUps, rollUpCells } from './rollup-queries.ts'

const atOnce = 500
const batchesPerRun = 200
const retryAfterMs = 3600_000

interface RollUpResult {
  /** Figures of single organisations that were different. */
  due: number
  /** Sums of organisations that were added up again. */
  cells: number
}

/** Brings the sums of the district up to date, at most 500 changed figures at once. */
export async function rollUpDue(ctx: Ctx): Promise<RollUpResult> {
  await lockRollUps(ctx.db)
  const known = new Set(listMetrics(ctx).map(({ code }) => code))
  const taken = await takeDueCells(ctx.db, ctx.now, atOnce)
  // A module may have been removed since.
  const due = taken.filter(({ code }) => known.has(code))
  const changed: MetricCell[] = due.filter(({ isRecounted }) => !isRecounted)
  const late = due.filter(({ isRecounted }) => isRecounted)
  for (const cells of Map.groupBy(late, ({ orgId, day }) => `${orgId} ${day}`).values())
    changed.push(...(await recount(ctx, cells)))
  const added = changed.filter(({ code }) => getMetrics(ctx, [code])[0]!.spec.acrossOrgs !== 'none')
  const cells = added.length === 0 ? [] : await listCellsAbove(ctx.db, added)
  if (cells.length > 0) await rollUpCells(ctx.db, cells, ctx.now)
  return { due: taken.length, cells: cells.length }
}

/** Of one organisation and day. What cannot be counted keeps its last figure, and is tried again in an hour. */
async function recount(ctx: Ctx, cells: readonly DueCell[]): Promise<MetricCell[]> {
  const metrics = getMetrics(
    ctx,
    cells.map(({ code }) => code),
  )
  const { counted, failed } = await countDay(ctx, metrics, cells[0]!)
  const again = cells.filter(({ code }) => failed.includes(code))
  await upsertDue(ctx.db, again, { isRecounted: true, at: new Date(ctx.now.getTime() + retryAfterMs) })
  return writeFacts(ctx, counted)
}

interface RollUpOptions {
  app: App
  cells: Cells
  now: Date
  log?: Ctx['log']
}

/** Everything that is due in a district, in short transactions. */
export async function rollUpDistrict({ app, cells, now, log }: RollUpOptions, district: DistrictId) {
  const sum: RollUpResult = { due: 0, cells: 0 }
  for (let batch = 0; batch < batchesPerRun; batch++) {
    const { due, cells: rolled } = await inDistrict(cells, district, (db) =>
      rollUpDue({ app, actor: createJobActor(district), db, now, requestId: newId(), ...(log ? { log } : {}) }),
    )
    sum.due += due
    sum.cells += rolled
    if (due < atOnce) break
  }
  return sum
}

/** All districts of a cell: one statement finds those with work. One that fails does not stop the others. */
export async function rollUpCell(options: RollUpOptions & { cell: number }) {
  const { cells, cell, now, log } = options
  const districts = await inCell(cells, cell, (db) => listDistrictsWithDueMetrics(db, cell, now))
  for (const id of districts)
    try {
      await rollUpDistrict(options, districtId(id))
    } catch (error) {
      log?.error({ district: id, error: describeFailure(error) }, 'the sums of a district were not added up')
    }
}
