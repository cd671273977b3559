import type { Ctx, NumberLookups } from '#packages/core'
import type { Db } from '#packages/db'
import type { ImportTarget } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server'
import { ctxOfOwner, inside, lookupsOf } from '../acting.ts'
import { closeRow, examineRows, openRow, pieceRows, type OpenRow } from '../examining.ts'
import { allowMinutes, findBatchOfTask, moveBatch, type BatchRecord } from '../import-queries.ts'
import { clearEffects, rowsAfter, rowsByNumber, sharedKeys, writeRows, type WrittenRow } from '../import-row-queries.ts'
import { targetOf } from '../import-targets.ts'
import { Sealing } from '../sealing.ts'
import { withTwins } from '../twins.ts'
import { Understanding } from '../understanding.ts'
import { pageOf } from './import-page.ts'
import { settling } from './import-settling.ts'

/** Understands every row and says what importing it would do. Writes nothing but that. */
export const checkRows = defineTask<{ batchId: string }>({
  kind: 'sheet.check',
  title: '检查导入数据',
  run: (run, { batchId }) =>
    settling(run, batchId, 'checking', async () => {
      const batch = await inside(run, (db) => findBatchOfTask(db, run.taskId, batchId), { readOnly: true })
      if (batch?.status !== 'checking') return {}
      const check = new Check(run, batch, targetOf(batch.target))
      if (!(await check.all())) return {}
      return { page: pageOf(batchId), words: `共${batch.rowCount}行，待确认导入`, isPaused: true }
    }),
})

/** Somebody has given the batch up meanwhile, or another worker was faster. */
class Overtaken extends Error {}

class Check {
  readonly #run: TaskRun
  readonly #batch: BatchRecord
  readonly #target: ImportTarget
  readonly #lookups: NumberLookups

  constructor(run: TaskRun, batch: BatchRecord, target: ImportTarget) {
    this.#run = run
    this.#batch = batch
    this.#target = target
    this.#lookups = lookupsOf(run, 'sheet.check')
  }

  /** Whether it came to the end. */
  async all(): Promise<boolean> {
    try {
      const understanding = await this.#start()
      await this.#examine(understanding)
      await this.#findTwins()
      await this.#finish(understanding)
      return true
    } catch (error) {
      if (error instanceof Overtaken) return false
      throw error
    } finally {
      await this.#lookups.settle(false)
    }
  }

  /** A step is done only while the batch is being checked, and by this task: it does not go on meanwhile. */
  #step<T>(work: (ctx: Ctx, sealing: Sealing) => Promise<T>): Promise<T> {
    return inside(this.#run, async (db: Db) => {
      const batch = await findBatchOfTask(db, this.#run.taskId, this.#batch.id, 'share')
      if (batch?.status !== 'checking') throw new Overtaken()
      const ctx = await ctxOfOwner(this.#run, db, this.#target, this.#lookups)
      return work(ctx, await Sealing.of(ctx))
    })
  }

  #start = () =>
    this.#step(async (ctx) => {
      await clearEffects(ctx.db, this.#batch.id)
      const { choices } = await this.#target.ground(ctx, this.#batch.orgId)
      return new Understanding(this.#target, choices, this.#batch.mapping)
    })

  async #examine(understanding: Understanding) {
    const { id, rowCount, orgId } = this.#batch
    const limit = this.#target.isWhole ? rowCount : pieceRows
    for (let after = 0, done = 0; done < rowCount;) {
      const last = await this.#step(async (ctx, sealing) => {
        await allowMinutes(ctx.db, 2)
        const rows = (await rowsAfter(ctx.db, id, after, limit)).map((row) => openRow(sealing, row))
        const examination = { target: this.#target, orgId, understanding, sealing }
        const examined = await examineRows(ctx, examination, rows)
        await writeAll(
          ctx.db,
          id,
          examined.map((row) => closeRow(sealing, row)),
        )
        done += rows.length
        return rows.at(-1)?.row
      })
      if (last === undefined) return
      after = last
      await this.#run.progress(done, rowCount)
    }
  }

  async #findTwins() {
    const { id } = this.#batch
    const shared = await this.#step(async ({ db }) => {
      await allowMinutes(db, 2)
      return sharedKeys(db, id)
    })
    const firsts = new Map(shared.map(({ key, rows }) => [key.toString('hex'), rows[0]!]))
    const firstOf = (key: Buffer) => firsts.get(key.toString('hex'))
    const later = [...new Set(shared.flatMap(({ rows }) => rows.slice(1)))]
    for (let from = 0; from < later.length; from += pieceRows)
      await this.#step(async ({ db }, sealing) => {
        const rows = await rowsByNumber(db, id, later.slice(from, from + pieceRows))
        const told = rows.map((row): OpenRow => withTwins(openRow(sealing, row), firstOf))
        await writeRows(
          db,
          id,
          told.map((row) => closeRow(sealing, row)),
        )
      })
  }

  #finish = (understanding: Understanding) =>
    this.#step(async ({ db }, sealing) => {
      const head = { ...sealing.openHead(this.#batch.head!), pairs: understanding.pairs }
      await moveBatch(db, this.#batch.id, ['checking'], { status: 'ready', head: sealing.sealHead(head) })
    })
}

/** So many rows at a time, that a statement stays a statement. */
export async function writeAll(db: Db, batchId: string, rows: readonly WrittenRow[]) {
  for (let from = 0; from < rows.length; from += pieceRows)
    await writeRows(db, batchId, rows.slice(from, from + pieceRows))
}
