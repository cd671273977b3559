import type { Ctx, NumberLookups } from '#packages/core'
import { extendTimeouts, type Db } from '#packages/db'
import type { ImportTarget } from '#packages/sheet'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { createOwnerContext, inTaskDistrict, createLookupLimiter } from '../task-context.ts'
import { encryptRow, examineRows, decryptRow, rowsPerPiece, type OpenRow } from '../examine-rows.ts'
import { findBatchOfTask, updateBatch, type BatchRecord } from '../import-queries.ts'
import {
  clearEffects,
  listRowsAfter,
  listRowsByNumber,
  listSharedKeys,
  writeImportRows,
  type WrittenRow,
} from '../import-row-queries.ts'
import { getImportTarget, limitToVisible } from '../import-targets.ts'
import { BatchCipher } from '../batch-cipher.ts'
import { markDuplicates } from '../duplicate-rows.ts'
import { RowParser } from '../row-parser.ts'
import { getBatchUrl } from './batch-url.ts'
import { settleOnRefusal } from './settle-import.ts'

/** Parses every row and determines the effect of importing it, without importing. */
export const checkRowsTask = defineTask<{ batchId: string }>({
  kind: 'sheet.check',
  title: '检查导入数据',
  run: (run, { batchId }) =>
    settleOnRefusal(run, batchId, 'checking', async () => {
      const batch = await inTaskDistrict(run, (db) => findBatchOfTask(db, run.taskId, batchId), { readOnly: true })
      if (batch?.status !== 'checking') return {}
      const check = new ImportCheck(run, batch, getImportTarget(run, batch.target))
      if (!(await check.all())) return {}
      return { page: getBatchUrl(batchId), message: `共${batch.rowCount}行，待确认导入`, isPaused: true }
    }),
})

/** The batch was discarded since, or another worker has taken it. */
class BatchTakenOver extends Error {}

class ImportCheck {
  readonly #run: TaskRun
  readonly #batch: BatchRecord
  readonly #target: ImportTarget
  readonly #lookups: NumberLookups

  constructor(run: TaskRun, batch: BatchRecord, target: ImportTarget) {
    this.#run = run
    this.#batch = batch
    this.#target = target
    this.#lookups = createLookupLimiter(run, 'sheet.check')
  }

  /** Returns whether the check was completed. */
  async all(): Promise<boolean> {
    try {
      const parser = await this.#start()
      await this.#examine(parser)
      await this.#findTwins()
      await this.#finish(parser)
      return true
    } catch (error) {
      if (error instanceof BatchTakenOver) return false
      throw error
    } finally {
      await this.#lookups.settle(false)
    }
  }

  /** A step runs only while this task checks the batch, which stays locked during the step. */
  #step<T>(work: (ctx: Ctx, cipher: BatchCipher) => Promise<T>): Promise<T> {
    return inTaskDistrict(this.#run, async (db: Db) => {
      const batch = await findBatchOfTask(db, this.#run.taskId, this.#batch.id, 'share')
      if (batch?.status !== 'checking') throw new BatchTakenOver()
      const ctx = await createOwnerContext(this.#run, db, this.#target, this.#lookups)
      return work(ctx, await BatchCipher.create(ctx))
    })
  }

  #start = () =>
    this.#step(async (ctx, cipher) => {
      await clearEffects(ctx.db, this.#batch.id)
      const { choices } = await this.#target.loadContext(ctx, this.#batch.orgId)
      const { preset } = cipher.decryptHead(this.#batch.head!)
      return new RowParser(limitToVisible(ctx, this.#target), choices, this.#batch.mapping, preset)
    })

  async #examine(parser: RowParser) {
    const { id, rowCount, orgId } = this.#batch
    const limit = this.#target.isWhole ? rowCount : rowsPerPiece
    for (let after = 0, done = 0; done < rowCount;) {
      const last = await this.#step(async (ctx, cipher) => {
        await extendTimeouts(ctx.db, 2)
        const rows = (await listRowsAfter(ctx.db, id, after, limit)).map((row) => decryptRow(cipher, row))
        const examination = { target: this.#target, orgId, parser, cipher }
        const examined = await examineRows(ctx, examination, rows)
        await writeRowsInPieces(
          ctx.db,
          id,
          examined.map((row) => encryptRow(cipher, row)),
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
      await extendTimeouts(db, 2)
      return listSharedKeys(db, id)
    })
    const firsts = new Map(shared.map(({ key, rows }) => [key.toString('hex'), rows[0]!]))
    const firstOf = (key: Buffer) => firsts.get(key.toString('hex'))
    const later = [...new Set(shared.flatMap(({ rows }) => rows.slice(1)))]
    for (let from = 0; from < later.length; from += rowsPerPiece)
      await this.#step(async ({ db }, cipher) => {
        const rows = await listRowsByNumber(db, id, later.slice(from, from + rowsPerPiece))
        const marked = rows.map((row): OpenRow => markDuplicates(decryptRow(cipher, row), firstOf))
        await writeImportRows(
          db,
          id,
          marked.map((row) => encryptRow(cipher, row)),
        )
      })
  }

  #finish = (parser: RowParser) =>
    this.#step(async ({ db }, cipher) => {
      const head = { ...cipher.decryptHead(this.#batch.head!), pairs: parser.pairs }
      await updateBatch(db, this.#batch.id, ['checking'], { status: 'ready', head: cipher.encryptHead(head) })
    })
}

/** A limited number of rows per statement. */
export async function writeRowsInPieces(db: Db, batchId: string, rows: readonly WrittenRow[]) {
  for (let from = 0; from < rows.length; from += rowsPerPiece)
    await writeImportRows(db, batchId, rows.slice(from, from + rowsPerPiece))
}
