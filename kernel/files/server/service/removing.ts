import type { DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { installation } from '../installation.ts'
import { fileKey, quarantineKey, thumbKey } from '../keys.ts'
import { releaseMade } from '../claim-queries.ts'
import { deleteRemoved, markForgotten, markTaken, overdueFiles, type FileRow } from '../queries.ts'

const keptMs = 24 * 3600_000
/** As long as the task that made it is listed. */
const madeKeptMs = 7 * 24 * 3600_000
const atOnce = 200

interface Where {
  cells: Cells
  districtId: DistrictId
}

type Removable = Pick<FileRow, 'id' | 'uploadId'>

/** The objects first, then the rows that know of them: whatever breaks off in between is found and done again. */
export async function removeFiles(where: Where, files: readonly Removable[]) {
  const { failures } = await removeWhatGoes(where, files)
  if (failures.length > 0) throw failures[0]
}

/** One that the store will not let go of does not keep the others; its row stays for the next time. */
async function removeWhatGoes({ cells, districtId }: Where, files: readonly Removable[]) {
  const objects = await installation.objects()
  const gone: string[] = []
  const failures: unknown[] = []
  for (const { id, uploadId } of files) {
    try {
      if (uploadId) await objects.abortParts(quarantineKey(districtId, id), uploadId)
      for (const keyOf of [quarantineKey, fileKey, thumbKey]) await objects.delete(keyOf(districtId, id))
      gone.push(id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (gone.length > 0) await inDistrict(cells, districtId, (db) => deleteRemoved(db, gone))
  return { gone: gone.length, failures }
}

/** It was downloaded, or its day is over: what was there for one download is there no more. */
export async function removeTaken(where: Where, id: string, now: Date) {
  const taken = await inDistrict(where.cells, where.districtId, (db) => markTaken(db, id, now))
  if (taken) await removeFiles(where, [taken])
}

/** Removes what nothing has held for a day: half uploaded, refused, or never used. */
export async function sweepFiles({ cells, districtId, now }: Where & { now: Date }) {
  await inDistrict(cells, districtId, (db) => releaseMade(db, new Date(now.getTime() - madeKeptMs), now))
  const failed: unknown[] = []
  const overdue = await inDistrict(cells, districtId, (db) => overdueFiles(db, now, atOnce), { readOnly: true })
  for (const { id } of overdue)
    await removeTaken({ cells, districtId }, id, now).catch((error: unknown) => failed.push(error))
  for (;;) {
    const forgotten = await inDistrict(cells, districtId, (db) =>
      markForgotten(db, new Date(now.getTime() - keptMs), atOnce),
    )
    if (forgotten.length === 0) break
    const { gone, failures } = await removeWhatGoes({ cells, districtId }, forgotten)
    failed.push(...failures)
    if (gone === 0) break
  }
  if (failed.length > 0) throw failed[0]
}
