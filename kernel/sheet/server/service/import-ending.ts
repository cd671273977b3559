import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx, DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { endPaused } from '#kernel/task/server'
import { batchesToRead, deleteBatch, giveUpOld, givenUp, moveBatch } from '../import-queries.ts'
import { deleteRows } from '../import-row-queries.ts'
import { dropImport, importFolder, importObjects } from '../installation.ts'
import { copyFolder } from './import-reading.ts'
import { holdBatch } from './import-opening.ts'

const dayMs = 24 * 3600_000
const keptDays = 7
const rowsAtOnce = 5_000
const batchesAtOnce = 100

/** Nothing of it was written, and nothing of it is kept: its rows are deleted with the next sweep. */
export async function discardBatch(ctx: Ctx, id: string): Promise<null> {
  const { batch } = await holdBatch(
    ctx,
    id,
    ['reading', 'mapping', 'checking', 'ready', 'undone', 'failed'],
    '已经导入，如需撤回请撤销导入',
  )
  await moveBatch(ctx.db, id, [batch.status], { status: 'discarded' })
  if (batch.taskId) await endPaused(ctx, batch.taskId)
  return null
}

interface Outside {
  cells: Cells
  districtId: DistrictId
  now: Date
}

/** Deletes what was given up and what is a week old, with every row of it, and files that nobody will read any more. */
export async function sweepImports({ cells, districtId, now }: Outside) {
  const before = new Date(now.getTime() - keptDays * dayMs)
  await inDistrict(cells, districtId, (db) => giveUpOld(db, before, now))
  for (;;) {
    const old = await inDistrict(cells, districtId, (db) => givenUp(db, batchesAtOnce))
    for (const { id } of old) {
      while ((await inDistrict(cells, districtId, (db) => deleteRows(db, id, rowsAtOnce))) === rowsAtOnce);
      await inDistrict(cells, districtId, (db) => deleteBatch(db, id))
    }
    if (old.length < batchesAtOnce) break
  }
  await sweepFiles(cells, districtId, now)
  await sweepCopies(now)
}

/** A file whose batch was never written, or was read before somebody died. */
async function sweepFiles(cells: Cells, districtId: DistrictId, now: Date) {
  const objects = await importObjects()
  const folder = importFolder(districtId)
  for (let after: string | undefined; ;) {
    const page = await objects.list(folder, after === undefined ? {} : { after })
    const old = page.objects.filter(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() > dayMs)
    const ids = old.map(({ key }) => key.slice(folder.length))
    const waiting = await inDistrict(cells, districtId, (db) => batchesToRead(db, ids))
    for (const id of ids) if (!waiting.has(id)) await dropImport(districtId, id)
    if (page.next === undefined) return
    after = page.next
  }
}

/** Copies on this machine of workers that died while they read. */
async function sweepCopies(now: Date) {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(copyFolder)) continue
    const path = join(tmpdir(), name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && now.getTime() - facts.mtimeMs > dayMs) await rm(path, { recursive: true, force: true })
  }
}
