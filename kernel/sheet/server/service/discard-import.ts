import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, Ctx, DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { endPausedTask } from '#kernel/task/server/api.ts'
import {
  listUnreadBatches,
  deleteBatch,
  discardOldBatches,
  listDiscardedBatches,
  updateBatch,
} from '../import-queries.ts'
import { deleteRows } from '../import-row-queries.ts'
import { deleteImportFile, getImportFolder, getImportStore } from '../import-files.ts'
import { copyFolder } from './read-import-file.ts'
import { lockBatch } from './lock-batch.ts'

const dayMs = 24 * 3600_000
const batchKeptDays = 7
const rowsAtOnce = 5_000
const batchesAtOnce = 100

/** Discards a batch of which nothing was written; its rows are deleted with the next sweep. */
export async function discardBatch(ctx: Ctx, id: string): Promise<null> {
  const { batch } = await lockBatch(
    ctx,
    id,
    ['reading', 'mapping', 'checking', 'ready', 'undone', 'failed'],
    '已经导入，如需撤回请撤销导入',
  )
  await updateBatch(ctx.db, id, [batch.status], { status: 'discarded' })
  if (batch.taskId) await endPausedTask(ctx, batch.taskId)
  return null
}

interface Outside {
  app: App
  cells: Cells
  districtId: DistrictId
  now: Date
}

/** Deletes discarded batches and those older than a week with all rows, and files that will not be read any more. */
export async function sweepImports(outside: Outside) {
  const { cells, districtId, now } = outside
  const before = new Date(now.getTime() - batchKeptDays * dayMs)
  await inDistrict(cells, districtId, (db) => discardOldBatches(db, before, now))
  for (;;) {
    const old = await inDistrict(cells, districtId, (db) => listDiscardedBatches(db, batchesAtOnce))
    for (const { id } of old) {
      while ((await inDistrict(cells, districtId, (db) => deleteRows(db, id, rowsAtOnce))) === rowsAtOnce);
      await inDistrict(cells, districtId, (db) => deleteBatch(db, id))
    }
    if (old.length < batchesAtOnce) break
  }
  await sweepImportFiles(outside)
  await sweepTemporaryCopies(now)
}

/** Deletes a file whose batch was never stored, or whose reader died after reading. */
async function sweepImportFiles(outside: Outside) {
  const { cells, districtId, now } = outside
  const objects = await getImportStore(outside)
  const folder = getImportFolder(districtId)
  for (let after: string | undefined; ;) {
    const page = await objects.list(folder, after === undefined ? {} : { after })
    const old = page.objects.filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > dayMs)
    const ids = old.map(({ key }) => key.slice(folder.length))
    const waiting = await inDistrict(cells, districtId, (db) => listUnreadBatches(db, ids))
    for (const id of ids) if (!waiting.has(id)) await deleteImportFile(outside, districtId, id)
    if (page.next === undefined) return
    after = page.next
  }
}

/** Deletes temporary copies of workers that died while reading. */
async function sweepTemporaryCopies(now: Date) {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(copyFolder)) continue
    const path = join(tmpdir(), name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && now.getTime() - facts.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}
