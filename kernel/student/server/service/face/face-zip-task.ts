import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BadArchive, unpackEntry, listZipEntries, type ZipEntry } from '#packages/archive'
import { emptyId, may, Refusal, type Ctx } from '#packages/core'
import { loadFieldCipher, type FieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { resolvePermissions } from '#kernel/access/server/api.ts'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import { faceBytes, faceZipBytes } from '../../../contract.ts'
import { openFaceStore, createFaceKey, getZipPieceKey, zipCipherField } from '../../face-store.ts'
import { endZip, saveZipProgress, findZip, type FaceZip } from '../../face-zip-queries.ts'
import { checkFacePhoto, storeFacePhoto, discardStoredPhoto, saveUploadedFace } from './upload-face.ts'
import {
  decryptOutcome,
  encryptOutcome,
  addEntryResult,
  describeOutcome,
  type ZipEntryResult,
  isJunkFile,
  isPicture,
  matchFilesToPupils,
  type MatchedPupil,
} from './face-zip-files.ts'
import { findFace, requireFaceConsent } from './faces.ts'

const maxFiles = 5000
const page = '/baseData/StudentFace'

/**
 * Imports the photos of a zip one by one. The progress is saved in the same transaction as each photo, so a run that
 * continues after a crash neither skips nor repeats a photo.
 */
export const faceZipTask = defineTask<{ zipId: string }>({
  kind: 'face.read-zip',
  title: '批量上传人脸照片',
  async run(run, { zipId }) {
    const zip = await inDistrict(run.cells, run.districtId, (db) => findZip(db, zipId), { readOnly: true })
    if (!zip) throw new Refusal('压缩包已过期，请重新上传')
    try {
      if (!zip.endedAt) await processZip(run, zip)
    } catch (error) {
      if (error instanceof Refusal) await finishZip(run, zip)
      throw error instanceof BadArchive ? await refuseUnreadableZip(run, zip) : error
    }
    const outcome = await finishZip(run, zip)
    return { page: `${page}?upload=${run.taskId}`, message: describeOutcome(outcome) }
  },
})

async function refuseUnreadableZip(run: TaskRun, zip: FaceZip) {
  await finishZip(run, zip)
  return new Refusal('压缩包无法读取，请用常用压缩工具重新打包为zip')
}

/** Deletes the zip from the object store, also when the zip could not be read. */
async function finishZip(run: TaskRun, { id, bytes }: FaceZip) {
  const objects = await openFaceStore(run)
  for (let piece = 0; piece * faceZipBytes.piece < bytes; piece++)
    await objects.delete(getZipPieceKey(run.districtId, id, piece))
  return inDistrict(run.cells, run.districtId, async (db) => {
    await endZip(db, id, new Date())
    return decryptOutcome(await loadFieldCipher(db, run.districtId), (await findZip(db, id))!)
  })
}

async function processZip(run: TaskRun, zip: FaceZip) {
  const folder = await mkdtemp(join(tmpdir(), 'qiming-faces-'))
  const file = await open(join(folder, 'zip'), 'wx+', 0o600)
  // The open file is unlinked at once, so a killed worker leaves no photos on the disk.
  await rm(folder, { recursive: true })
  try {
    const { fields, matched, entries } = await openZip(run, zip, file)
    const taken = new Set<string>()
    for (const [at, entry] of entries.entries()) {
      const pupil = matched.get(entry.name)
      const isDuplicate = pupil !== undefined && taken.has(pupil.studentId)
      if (pupil) taken.add(pupil.studentId)
      if (at < zip.done) continue
      await run.progress(at, entries.length)
      await processEntry(run, { zip, file, fields, entry, done: at + 1, pupil, isDuplicate })
    }
  } finally {
    await file.close()
  }
}

async function openZip(run: TaskRun, zip: FaceZip, file: FileHandle) {
  const fields = await inDistrict(run.cells, run.districtId, (db) => loadFieldCipher(db, run.districtId), {
    readOnly: true,
  })
  const objects = await openFaceStore(run)
  for (let piece = 0; piece * faceZipBytes.piece < zip.bytes; piece++) {
    const key = getZipPieceKey(run.districtId, zip.id, piece)
    const object = await objects.get(key)
    if (!object) throw new Refusal('压缩包没有上传完整，请重新上传')
    const bytes = fields.decryptBytes(zipCipherField, await buffer(object.body), key)
    await file.write(bytes, 0, bytes.length, piece * faceZipBytes.piece)
  }
  const limits = { unpackedAtMost: 2 * faceZipBytes.most, ratioAtMost: 20 }
  const entries = (await listZipEntries(file, limits)).filter(({ name }) => !isJunkFile(name))
  if (entries.length === 0) throw new Refusal('压缩包里没有照片')
  if (entries.length > maxFiles) throw new Refusal(`一次最多${maxFiles}张照片，请分批上传`)
  const names = entries.map(({ name }) => name)
  const matched = await runAsOwner(run, (ctx) => matchFilesToPupils(ctx, zip.orgId, names), { readOnly: true })
  return { fields, entries, matched }
}

interface ZipEntryContext {
  zip: FaceZip
  file: FileHandle
  fields: FieldCipher
  entry: ZipEntry
  done: number
  pupil: MatchedPupil | undefined
  isDuplicate: boolean
}

/** Saves the photo and the progress in one transaction. */
async function processEntry(run: TaskRun, context: ZipEntryContext) {
  const { zip, fields, entry, pupil, done } = context
  let result: ZipEntryResult = 'unmatched'
  let stored: { objectKey: string; quality: Awaited<ReturnType<typeof checkFacePhoto>>['quality'] } | undefined
  if (pupil) {
    try {
      stored = await storeEntryPhoto(run, context, pupil)
      result = 'accepted'
    } catch (error) {
      result = { name: pupil.name, why: getErrorMessage(error) }
    }
  }
  const saveOutcome = async (ctx: Ctx, outcome: ZipEntryResult) => {
    const before = (await findZip(ctx.db, zip.id))!
    const now = addEntryResult(decryptOutcome(fields, before), entry.name, outcome)
    const progress = { done, accepted: now.accepted, outcome: encryptOutcome(fields, zip.id, now) }
    if (!(await saveZipProgress(ctx.db, zip.id, progress))) throw new Error('another worker has taken it up')
  }
  try {
    await runAsOwner(run, async (ctx) => {
      if (stored) await saveUploadedFace(ctx, pupil!.studentId, stored)
      await saveOutcome(ctx, result)
    })
  } catch (error) {
    if (stored) await discardStoredPhoto(run, stored.objectKey)
    if (!stored || !(error instanceof Refusal)) throw error
    await runAsOwner(run, (ctx) => saveOutcome(ctx, { name: pupil!.name, why: error.message }))
  }
}

async function storeEntryPhoto(
  run: TaskRun,
  { file, fields, entry, isDuplicate }: ZipEntryContext,
  { studentId }: MatchedPupil,
) {
  if (isDuplicate) throw new Refusal('压缩包里有该学生的另一张照片')
  if (!isPicture(entry.name)) throw new Refusal('请上传JPG或PNG格式的照片')
  if (entry.size > faceBytes.most) throw new Refusal('照片不能超过2MB')
  await runAsOwner(run, async (ctx) => requireFaceConsent(await findFace(ctx, studentId)), { readOnly: true })
  const pieces: Buffer[] = []
  await unpackEntry(file, entry, (piece) => void pieces.push(piece))
  const checked = await checkFacePhoto(Buffer.concat(pieces))
  const objectKey = createFaceKey(run.districtId)
  await storeFacePhoto(run, objectKey, fields, checked)
  return { objectKey, quality: checked.quality }
}

/** A bad photo is reported to the user. Any other error stops the task, and the task is retried. */
function getErrorMessage(error: unknown): string {
  if (error instanceof Refusal && error.ret === 0) return error.message
  if (error instanceof BadArchive) return '文件已损坏'
  throw error
}

/** Runs with the current permissions of the person who started the task. */
const runAsOwner = <T>(run: TaskRun, work: (ctx: Ctx) => Promise<T>, options = {}): Promise<T> =>
  inDistrict(
    run.cells,
    run.districtId,
    async (db) => {
      const now = new Date()
      const effective = await resolvePermissions({ app: run.app, db, now }, run.owner)
      if (!effective) throw new Refusal('您已不在原单位任职，不能继续上传')
      const actor: Ctx['actor'] = {
        kind: 'job',
        districtId: run.districtId,
        ...run.owner,
        sessionId: emptyId,
        ...effective,
      }
      if (!may(actor, 'face.manage')) throw new Refusal('您已没有管理人脸照片的权限')
      return work({ app: run.app, actor, db, now, requestId: run.taskId })
    },
    options,
  )
