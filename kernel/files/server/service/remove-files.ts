import type { App, DistrictId } from '#packages/core'
import { inDistrict, type Cells } from '#packages/db'
import { openFileStore } from '../installation.ts'
import { fileKey, quarantineKey, thumbKey } from '../object-keys.ts'
import { releaseTaskFiles } from '../claim-queries.ts'
import {
  deleteRemovedFiles,
  markUnusedFiles,
  markFileDownloaded,
  listExpiredFiles,
  type FileRow,
} from '../file-queries.ts'

const unusedAfterMs = 24 * 3600_000
/** As long as the task is listed. */
const taskFilesKeptMs = 7 * 24 * 3600_000
const atOnce = 200

interface DistrictFiles {
  app: App
  cells: Cells
  districtId: DistrictId
}

type Removable = Pick<FileRow, 'id' | 'uploadId'>

/** Deletes the objects first, then their rows, so that an interrupted deletion is repeated. */
export async function removeFiles(district: DistrictFiles, files: readonly Removable[]) {
  const { failures } = await removeEachFile(district, files)
  if (failures.length > 0) throw failures[0]
}

/** A failure of one file does not stop the others; its row stays for the next time. */
async function removeEachFile(district: DistrictFiles, files: readonly Removable[]) {
  const { cells, districtId } = district
  const objects = await openFileStore(district)
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
  if (gone.length > 0) await inDistrict(cells, districtId, (db) => deleteRemovedFiles(db, gone))
  return { gone: gone.length, failures }
}

/** Deletes a one-time file after its download or its expiry. */
export async function removeDownloadedFile(district: DistrictFiles, id: string, now: Date) {
  const downloaded = await inDistrict(district.cells, district.districtId, (db) => markFileDownloaded(db, id, now))
  if (downloaded) await removeFiles(district, [downloaded])
}

/** Deletes what was unclaimed for a day: incomplete, refused or unused uploads. */
export async function sweepFiles(district: DistrictFiles & { now: Date }) {
  const { cells, districtId, now } = district
  await inDistrict(cells, districtId, (db) => releaseTaskFiles(db, new Date(now.getTime() - taskFilesKeptMs), now))
  const failed: unknown[] = []
  const overdue = await inDistrict(cells, districtId, (db) => listExpiredFiles(db, now, atOnce), { readOnly: true })
  for (const { id } of overdue)
    await removeDownloadedFile(district, id, now).catch((error: unknown) => failed.push(error))
  for (;;) {
    const unused = await inDistrict(cells, districtId, (db) =>
      markUnusedFiles(db, new Date(now.getTime() - unusedAfterMs), atOnce),
    )
    if (unused.length === 0) break
    const { gone, failures } = await removeEachFile(district, unused)
    failed.push(...failures)
    if (gone === 0) break
  }
  if (failed.length > 0) throw failed[0]
}
