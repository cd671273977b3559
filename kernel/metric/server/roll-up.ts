import { createJobActor, districtId, newId, type App, type Ctx, type DistrictId } from '#packages/core'
import { describeFailure, inCell, inDistrict, isUnavailable, type Cells } from '#packages/db'
import { countDay } from './count-facts.ts'
import { followChanges } from './follow-changes.ts'
import { writeFacts } from './facts.ts'
import {
  listDistricts,
  listDistrictsWithDueMetrics,
  listDueRecounts,
  lockCounts,
  postponeRecounts,
  takeDueCells,
  takeDueRecounts,
  upsertDue,
  type OrgDay,
} from './fact-queries.ts'
import { listMetrics } from './metrics.ts'
import { listCellsAbove, lockRollUps, rollUpCells } from './rollup-queries.ts'

const atOnce = 500
const batchesPerRun = 200
/** Organisations and days. */
const recountsPerRun = 500
const retryAfter = (now: Date) => new Date(now.getTime() + 3600_000)

interface RollUpResult {
  /** Figures of single organisations that were different or counted again. */
  due: number
  /** Sums of organisations that were added up again. */
  cells: number
}

/** Brings the sums of the district up to date, at most 500 changed figures at once. */
export async function rollUpDue(ctx: Ctx): Promise<RollUpResult> {
  await lockRollUps(ctx.db)
  const specs = getSpecs(ctx)
  const due = await takeDueCells(ctx.db, ctx.now, atOnce)
  // A module may have been removed since.
  const added = due.filter(({ code }) => specs.has(code) && specs.get(code)!.acrossOrgs !== 'none')
  const cells = added.length === 0 ? [] : await listCellsAbove(ctx.db, added)
  if (cells.length > 0) await rollUpCells(ctx.db, cells, ctx.now)
  return { due: due.length, cells: cells.length }
}

const getSpecs = (ctx: Ctx) => new Map(listMetrics(ctx).map(({ code, spec }) => [code, spec]))

/**
 * Counts an organisation and day again. What cannot be counted keeps its last figure, and is tried again in an hour.
 * Added up is what is different now, or waits for that since an earlier change.
 */
export async function recount(ctx: Ctx, orgDay: OrgDay): Promise<void> {
  await lockCounts(ctx.db, orgDay.orgId)
  const due = await takeDueRecounts(ctx.db, orgDay, ctx.now)
  const codes = new Set(due.map(({ code }) => code))
  const { counted, failed } = await countDay(
    ctx,
    listMetrics(ctx).filter(({ code }) => codes.has(code)),
    orgDay,
  )
  const changed = new Set((await writeFacts(ctx, counted)).map(({ code }) => code))
  const again = due.filter(({ code }) => failed.includes(code))
  const summed = due.filter(({ code, isSummed }) => changed.has(code) || isSummed)
  await upsertDue(ctx.db, summed, { isRecounted: false, at: ctx.now })
  await upsertDue(ctx.db, again, { isRecounted: true, at: retryAfter(ctx.now) })
}

interface RollUpOptions {
  app: App
  cells: Cells
  now: Date
  log?: Ctx['log']
}

const inJob = <T>({ app, cells, now, log }: RollUpOptions, district: DistrictId, work: (ctx: Ctx) => Promise<T>) =>
  inDistrict(cells, district, (db) =>
    work({ app, actor: createJobActor(district), db, now, requestId: newId(), ...(log ? { log } : {}) }),
  )

/** Notes what changed in a district since the last minute. */
export const followDistrict = (options: RollUpOptions, district: DistrictId) => inJob(options, district, followChanges)

/** Everything that is due in a district, in short transactions. */
export async function rollUpDistrict(options: RollUpOptions, district: DistrictId) {
  const { cells, now, log } = options
  const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) => inJob(options, district, work)
  for (const orgDay of await inDistrict(cells, district, (db) => listDueRecounts(db, now, recountsPerRun)))
    try {
      await inTransaction((ctx) => recount(ctx, orgDay))
    } catch (error) {
      if (isUnavailable(error)) throw error
      log?.error({ ...orgDay, district, error: describeFailure(error) }, 'figures were not counted again')
      await inTransaction(({ db }) => postponeRecounts(db, orgDay, retryAfter(now)))
    }
  const sum: RollUpResult = { due: 0, cells: 0 }
  for (let batch = 0; batch < batchesPerRun; batch++) {
    const { due, cells: rolled } = await inTransaction(rollUpDue)
    sum.due += due
    sum.cells += rolled
    if (due < atOnce) break
  }
  return sum
}

/** All districts of a cell: what changed is noted, and one statement finds those with work. */
export async function rollUpCell(options: RollUpOptions & { cell: number }) {
  const { cells, cell, now } = options
  const all = await inCell(cells, cell, (db) => listDistricts(db, cell))
  await inEach(options, all, (district) => followDistrict(options, district))
  const due = await inCell(cells, cell, (db) => listDistrictsWithDueMetrics(db, cell, now))
  await inEach(options, due, (district) => rollUpDistrict(options, district))
}

/** One that fails does not stop the others. */
async function inEach({ log }: RollUpOptions, ids: readonly number[], work: (id: DistrictId) => Promise<unknown>) {
  for (const id of ids)
    try {
      await work(districtId(id))
    } catch (error) {
      log?.error(
        { district: id, error: describeFailure(error) },
        'the figures of a district were not brought up to date',
      )
    }
}
