import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App, DistrictId } from '#packages/core'
import type { FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import { cleanImage, NotAnImage, createThumbnail } from '#packages/images'
import type { ObjectStore } from '#packages/objects/index.ts'
import { checkContent } from '../check/check-content.ts'
import { cleanFileName } from '../check/file-names.ts'
import { UnsafeFile } from '../check/unsafe-file.ts'
import { openFileStore } from '../installation.ts'
import { fileKey, quarantineKey, thumbKey } from '../object-keys.ts'
import { changeFileStatus, findFile, markFileReady, type FileRow, type StoredFile } from '../file-queries.ts'
import { removeSuffix } from './attachments.ts'
import { getDistrictCipher, putSealed } from './sealed-contents.ts'

interface Outside {
  app: App
  cells: Cells
  districtId: DistrictId
}

/** The only message for refused files, which are deleted: details would help attackers. */
const refusedMessage = '文件未通过安全检查，已删除'
const folderPrefix = 'qiming-check-'
/** Includes the copies of previews. */
const sweptFolders = [folderPrefix, 'qiming-preview-']
const staleMs = 24 * 3600_000
const testVirusSignature = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** An image is held in memory while it is encoded again. */
const maxImageBytes = 100 * 1024 * 1024

/**
 * Checks an upload. An accepted file is stored again, as the checked bytes, under its readable key; the quarantined
 * object is deleted. May run twice or be interrupted anywhere.
 */
export async function checkUploadedFile(outside: Outside, fileId: string) {
  const { cells, districtId } = outside
  const read = () => inDistrict(cells, districtId, (db) => findFile(db, fileId), { readOnly: true })
  const file = await read()
  if (!file) return
  const objects = await openFileStore(outside)
  const quarantine = quarantineKey(districtId, fileId)
  if (file.status === 'checking') {
    const folder = await mkdtemp(join(tmpdir(), folderPrefix))
    try {
      const store = { objects, districtId, fields: await getDistrictCipher(cells, districtId) }
      const stored = await storeIfSafe(store, file, join(folder, 'file'))
      await inDistrict(cells, districtId, (db) =>
        stored
          ? markFileReady(db, fileId, 'checking', stored)
          : changeFileStatus(db, fileId, 'checking', 'refused', refusedMessage),
      )
      // Refused or removed during the check: deletes what may have been stored.
      if ((await read())?.status !== 'ready')
        for (const keyOf of [fileKey, thumbKey]) await objects.delete(keyOf(districtId, fileId))
    } catch (error) {
      if ((await read())?.status !== 'checking') return // another worker was faster and has moved the object
      throw error
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  if (file.status !== 'uploading') await objects.delete(quarantine)
}

interface StoreContext {
  objects: ObjectStore
  districtId: DistrictId
  fields: FieldCipher
}

async function storeIfSafe(store: StoreContext, file: FileRow, path: string) {
  const { objects, districtId, fields } = store
  try {
    const sha256 = await downloadTo(path, objects, quarantineKey(districtId, file.id), file.size)
    const { charset } = await checkContent({ path, size: file.size, suffix: file.suffix, kind: file.kind })
    if (file.kind === 'image') return await storeImage(store, file, path)
    const contentType = charset ? `${file.contentType}; charset=${charset}` : file.contentType
    await putSealed(objects, fields, fileKey(districtId, file.id), createReadStream(path))
    return { ...file, contentType, sha256, hasThumb: false, isSealed: true } satisfies StoredFile
  } catch (error) {
    if (error instanceof UnsafeFile || error instanceof NotAnImage) return undefined
    throw error
  }
}

/** Copies the bytes to the local disk for the check and returns their hash. */
async function downloadTo(path: string, objects: ObjectStore, key: string, size: number): Promise<Buffer> {
  const object = await objects.get(key)
  if (!object) throw new Error('nothing lies in quarantine')
  const hash = createHash('sha256')
  let length = 0
  let edge = Buffer.alloc(0)
  await pipeline(
    object.body,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        length += piece.length
        if (length > size) throw new UnsafeFile('larger than it was said to be')
        hash.update(piece)
        const seen = Buffer.concat([edge, piece])
        if (seen.includes(testVirusSignature)) throw new UnsafeFile('the test virus')
        edge = seen.subarray(-testVirusSignature.length)
        yield piece
      }
    },
    createWriteStream(path),
  )
  if (length !== size) throw new UnsafeFile('smaller than it was said to be')
  return hash.digest()
}

/** Encodes an image again, so that only the visible content remains. */
async function storeImage(
  { objects, districtId, fields }: StoreContext,
  file: FileRow,
  path: string,
): Promise<StoredFile> {
  if (file.size > maxImageBytes) throw new UnsafeFile('a picture that is too large to be drawn anew')
  const { bytes, type, suffix, width, height } = await cleanImage(await readFile(path))
  const thumb = await createThumbnail(bytes)
  await putSealed(objects, fields, fileKey(districtId, file.id), bytes)
  await putSealed(objects, fields, thumbKey(districtId, file.id), thumb)
  const isSame = suffix === file.suffix || (suffix === 'jpg' && file.suffix === 'jpeg')
  return {
    ...(isSame
      ? { name: file.name, suffix: file.suffix }
      : { name: cleanFileName(`${removeSuffix(file.name)}.${suffix}`), suffix }),
    size: bytes.length,
    contentType: type,
    width,
    height,
    hasThumb: true,
    isSealed: true,
    onceUntil: null,
    sha256: createHash('sha256').update(bytes).digest(),
  }
}

/** Deletes the temporary copies of killed workers. */
export async function removeStaleCopies(now: Date) {
  for (const name of await readdir(tmpdir())) {
    if (!sweptFolders.some((begin) => name.startsWith(begin))) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > staleMs) await rm(path, { recursive: true, force: true })
  }
}
