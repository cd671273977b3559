import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BadArchive, unpackEntry, zipEntries, type ZipEntry } from '#packages/archive'
import { emptyId, may, Refusal, type Ctx } from '#packages/core'
import { fieldsOf, type FieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import { standingOf } from '#kernel/access/server'
import { defineTask, type TaskRun } from '#kernel/task/server'
import { faceBytes, faceZipBytes } from '../../../contract.ts'
import { faceObjects, newFaceKey, pieceKey, zipField } from '../../face-store.ts'
import { endZip, noteEntry, zipById, type FaceZip } from '../../face-zip-queries.ts'
import { judgeFace } from './judging.ts'
import { openOutcome, sealOutcome, withVerdict, wordsOf, type Verdict } from './outcome.ts'
import { findFace, requireConsent } from './reach.ts'
import { layDown, letGo, takeFace } from './uploading.ts'
import { isLitter, isPicture, matchFiles, type Whose } from './zip-matching.ts'

const filesAtMost = 5000
const page = '/baseData/StudentFace'

/**
 * Goes through a zip, one photograph after the other. How far it came stands in the row, written together with each
 * photograph: whoever goes on after a crash neither leaves one out nor counts one twice.
 */
export const readZip = defineTask<{ zipId: string }>({
  kind: 'face.read-zip',
  title: '批量上传人脸照片',
  async run(run, { zipId }) {
    const zip = await inDistrict(run.cells, run.districtId, (db) => zipById(db, zipId), { readOnly: true })
    if (!zip) throw new Refusal('压缩包已过期，请重新上传')
    try {
      if (!zip.endedAt) await goThrough(run, zip)
    } catch (error) {
      if (error instanceof Refusal) await conclude(run, zip)
      throw error instanceof BadArchive ? await unreadable(run, zip) : error
    }
    const outcome = await conclude(run, zip)
    return { page: `${page}?upload=${run.taskId}`, words: wordsOf(outcome) }
  },
})

async function unreadable(run: TaskRun, zip: FaceZip) {
  await conclude(run, zip)
  return new Refusal('压缩包无法读取，请用常用压缩工具重新打包为zip')
}

/** Nothing of it stays in the bucket once it has been gone through, or cannot be. */
async function conclude(run: TaskRun, { id, bytes }: FaceZip) {
  const objects = await faceObjects()
  for (let piece = 0; piece * faceZipBytes.piece < bytes; piece++)
    await objects.delete(pieceKey(run.districtId, id, piece))
  return inDistrict(run.cells, run.districtId, async (db) => {
    await endZip(db, id, new Date())
    return openOutcome(await fieldsOf(db, run.districtId), (await zipById(db, id))!)
  })
}

async function goThrough(run: TaskRun, zip: FaceZip) {
  const folder = await mkdtemp(join(tmpdir(), 'qiming-faces-'))
  const file = await open(join(folder, 'zip'), 'wx+', 0o600)
  // Without a name from the first moment: a worker that is killed leaves nothing on its disk.
  await rm(folder, { recursive: true })
  try {
    const { fields, whose, entries } = await lookInside(run, zip, file)
    const taken = new Set<string>()
    for (const [at, entry] of entries.entries()) {
      const pupil = whose.get(entry.name)
      const isTwin = pupil !== undefined && taken.has(pupil.studentId)
      if (pupil) taken.add(pupil.studentId)
      if (at < zip.done) continue
      await run.progress(at, entries.length)
      await takeEntry(run, { zip, file, fields, entry, done: at + 1, pupil, isTwin })
    }
  } finally {
    await file.close()
  }
}

async function lookInside(run: TaskRun, zip: FaceZip, file: FileHandle) {
  const fields = await inDistrict(run.cells, run.districtId, (db) => fieldsOf(db, run.districtId), { readOnly: true })
  const objects = await faceObjects()
  for (let piece = 0; piece * faceZipBytes.piece < zip.bytes; piece++) {
    const key = pieceKey(run.districtId, zip.id, piece)
    const object = await objects.get(key)
    if (!object) throw new Refusal('压缩包没有上传完整，请重新上传')
    const bytes = fields.decryptBytes(zipField, await buffer(object.body), key)
    await file.write(bytes, 0, bytes.length, piece * faceZipBytes.piece)
  }
  const limits = { unpackedAtMost: 2 * faceZipBytes.most, ratioAtMost: 20 }
  const entries = (await zipEntries(file, limits)).filter(({ name }) => !isLitter(name))
  if (entries.length === 0) throw new Refusal('压缩包里没有照片')
  if (entries.length > filesAtMost) throw new Refusal(`一次最多${filesAtMost}张照片，请分批上传`)
  const names = entries.map(({ name }) => name)
  const whose = await asOwner(run, (ctx) => matchFiles(ctx, zip.orgId, names), { readOnly: true })
  return { fields, entries, whose }
}

interface Turn {
  zip: FaceZip
  file: FileHandle
  fields: FieldCipher
  entry: ZipEntry
  done: number
  pupil: Whose | undefined
  isTwin: boolean
}

/** One photograph, and how far we are, in one transaction. */
async function takeEntry(run: TaskRun, turn: Turn) {
  const { zip, fields, entry, pupil, done } = turn
  let verdict: Verdict = 'unmatched'
  let laid: { objectKey: string; quality: Awaited<ReturnType<typeof judgeFace>>['quality'] } | undefined
  if (pupil) {
    try {
      laid = await layEntry(run, turn, pupil)
      verdict = 'accepted'
    } catch (error) {
      verdict = { name: pupil.name, why: wordsIn(error) }
    }
  }
  const note = async (ctx: Ctx, outcome: Verdict) => {
    const before = (await zipById(ctx.db, zip.id))!
    const now = withVerdict(openOutcome(fields, before), entry.name, outcome)
    const noted = { done, accepted: now.accepted, outcome: sealOutcome(fields, zip.id, now) }
    if (!(await noteEntry(ctx.db, zip.id, noted))) throw new Error('another worker has taken it up')
  }
  try {
    await asOwner(run, async (ctx) => {
      if (laid) await takeFace(ctx, pupil!.studentId, laid)
      await note(ctx, verdict)
    })
  } catch (error) {
    if (laid) await letGo(laid.objectKey)
    if (!laid || !(error instanceof Refusal)) throw error
    await asOwner(run, (ctx) => note(ctx, { name: pupil!.name, why: error.message }))
  }
}

async function layEntry(run: TaskRun, { file, fields, entry, isTwin }: Turn, { studentId }: Whose) {
  if (isTwin) throw new Refusal('压缩包里有该学生的另一张照片')
  if (!isPicture(entry.name)) throw new Refusal('请上传JPG或PNG格式的照片')
  if (entry.size > faceBytes.most) throw new Refusal('照片不能超过2MB')
  await asOwner(run, async (ctx) => requireConsent(await findFace(ctx, studentId)), { readOnly: true })
  const pieces: Buffer[] = []
  await unpackEntry(file, entry, (piece) => void pieces.push(piece))
  const judged = await judgeFace(Buffer.concat(pieces))
  const objectKey = newFaceKey(run.districtId)
  await layDown(objectKey, fields, judged)
  return { objectKey, quality: judged.quality }
}

/** What is wrong with one photograph is told; what is wrong with us stops the work, and it is tried again. */
function wordsIn(error: unknown): string {
  if (error instanceof Refusal && error.ret === 0) return error.message
  if (error instanceof BadArchive) return '文件已损坏'
  throw error
}

/** Whoever asked for it, with what she may do now. */
const asOwner = <T>(run: TaskRun, work: (ctx: Ctx) => Promise<T>, options = {}): Promise<T> =>
  inDistrict(
    run.cells,
    run.districtId,
    async (db) => {
      const now = new Date()
      const standing = await standingOf({ db, now }, run.owner)
      if (!standing) throw new Refusal('您已不在原单位任职，不能继续上传')
      const actor: Ctx['actor'] = {
        kind: 'job',
        districtId: run.districtId,
        ...run.owner,
        sessionId: emptyId,
        ...standing,
      }
      if (!may(actor, 'face.manage')) throw new Refusal('您已没有管理人脸照片的权限')
      return work({ actor, db, now, requestId: run.taskId })
    },
    options,
  )
