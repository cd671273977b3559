import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inDistrict } from '#packages/db'
import type { Env } from '#packages/http'
import type { Outside } from '#packages/jobs'
import { NotConvertible, pdfOf } from '#packages/office'
import { installation } from '../installation.ts'
import { fileKey, previewKey } from '../keys.ts'
import {
  markPreviewBegun,
  markPreviewFailed,
  markPreviewReady,
  previewOf,
  type FailureReason,
} from '../preview-queries.ts'
import { fileById, type FileRow } from '../queries.ts'
import { cipherFor, putSealed, readKept } from './contents.ts'

let fontsFolder: string | undefined

/** The customer's licensed faces, if it has any. */
export function configurePreviews(env: Env) {
  fontsFolder = env['QIMING_FONTS_DIR'] || undefined
}

interface Document extends FileRow {
  sha256: Buffer
}

/** Makes the PDF of a document, stores it and says so. What breaks on our side is thrown: the queue tries once more. */
export async function convertFile(outside: Outside, fileId: string) {
  const { cells, districtId, now } = outside
  const wanted = await inDistrict(cells, districtId, async (db) => {
    const file = await fileById(db, fileId)
    if (!file?.sha256 || file.status !== 'ready') return undefined
    if ((await previewOf(db, file.sha256))?.state !== 'making') return undefined
    await markPreviewBegun(db, file.sha256, now)
    return file as Document
  })
  if (!wanted) return // deleted meanwhile, or made by somebody else
  const made = await convert(outside, wanted)
  await inDistrict(cells, districtId, (db) =>
    typeof made === 'number' ? markPreviewReady(db, wanted.sha256, made) : markPreviewFailed(db, wanted.sha256, made),
  )
}

/** The number of pages, or why there are none. */
async function convert({ cells, districtId }: Outside, file: Document): Promise<number | FailureReason> {
  const objects = await installation.objects()
  const folder = await mkdtemp(join(tmpdir(), 'qiming-preview-'))
  try {
    const [path, to] = [join(folder, 'document'), join(folder, 'preview.pdf')]
    const fields = await cipherFor(cells, districtId)
    const kept = { key: fileKey(districtId, file.id), size: file.size, fields: file.isSealed ? fields : undefined }
    const source = await readKept(objects, kept)
    if (!source) throw new Error('the object of a file is not there')
    await pipeline(source, createWriteStream(path))
    const { pages } = await pdfOf({ path, suffix: file.suffix }, { to, fontsFolder })
    await putSealed(objects, fields, previewKey(districtId, file.sha256), createReadStream(to))
    return pages
  } catch (error) {
    if (error instanceof NotConvertible) return error.reason
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
