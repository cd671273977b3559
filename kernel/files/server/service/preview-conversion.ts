import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inDistrict } from '#packages/db'
import type { OutsideJobContext } from '#packages/jobs'
import { NotConvertible, convertToPdf } from '#packages/office'
import { getFilesInstallation, openFileStore } from '../installation.ts'
import { fileKey, previewKey } from '../object-keys.ts'
import {
  markPreviewStarted,
  markPreviewFailed,
  markPreviewReady,
  findPreview,
  type PreviewFailure,
  deleteOrphanPreviews,
  markOrphanPreviews,
} from '../preview-queries.ts'
import { findFile, type FileRow } from '../file-queries.ts'
import { getDistrictCipher, putSealed, readContent } from './sealed-contents.ts'

interface PreviewSource extends FileRow {
  sha256: Buffer
}

/** Converts a document to PDF and stores it. Internal errors are thrown, so that the queue retries once. */
export async function makePreview(outside: OutsideJobContext, fileId: string) {
  const { cells, districtId, now } = outside
  const source = await inDistrict(cells, districtId, async (db) => {
    const file = await findFile(db, fileId)
    if (!file?.sha256 || file.status !== 'ready') return undefined
    if ((await findPreview(db, file.sha256))?.state !== 'making') return undefined
    await markPreviewStarted(db, file.sha256, now)
    return file as PreviewSource
  })
  if (!source) return // deleted since, or converted by another worker
  const result = await convertContent(outside, source)
  await inDistrict(cells, districtId, (db) =>
    typeof result === 'number'
      ? markPreviewReady(db, source.sha256, result)
      : markPreviewFailed(db, source.sha256, result),
  )
}

/** Returns the number of pages, or the reason of the failure. */
async function convertContent(outside: OutsideJobContext, file: PreviewSource): Promise<number | PreviewFailure> {
  const { cells, districtId } = outside
  const objects = await openFileStore(outside)
  const folder = await mkdtemp(join(tmpdir(), 'qiming-preview-'))
  try {
    const [path, to] = [join(folder, 'document'), join(folder, 'preview.pdf')]
    const fields = await getDistrictCipher(cells, districtId)
    const contentRef = {
      key: fileKey(districtId, file.id),
      size: file.size,
      fields: file.isSealed ? fields : undefined,
    }
    const content = await readContent(objects, contentRef)
    if (!content) throw new Error('the object of a file is not there')
    await pipeline(content, createWriteStream(path))
    const { fontsFolder } = getFilesInstallation(outside)
    const { pages } = await convertToPdf({ path, suffix: file.suffix }, { to, fontsFolder })
    await putSealed(objects, fields, previewKey(districtId, file.sha256), createReadStream(to))
    return pages
  } catch (error) {
    if (error instanceof NotConvertible) return error.reason
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const orphanAfterMs = 3600_000
const orphansAtOnce = 200

/** Marks, deletes the object, then the row: an interrupted sweep is completed by the next one. */
export async function sweepPreviews(outside: OutsideJobContext) {
  const { cells, districtId, now } = outside
  const objects = await openFileStore(outside)
  for (;;) {
    const orphans = await inDistrict(cells, districtId, (db) =>
      markOrphanPreviews(db, new Date(now.getTime() - orphanAfterMs), orphansAtOnce),
    )
    if (orphans.length === 0) return
    for (const sha256 of orphans) await objects.delete(previewKey(districtId, sha256))
    await inDistrict(cells, districtId, (db) => deleteOrphanPreviews(db, orphans))
  }
}
