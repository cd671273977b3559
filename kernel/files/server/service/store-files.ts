import { createHash } from 'node:crypto'
import { orNotFound, newId, type App, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import type { Content } from '#packages/objects/index.ts'
import { fileKinds, type FileKind } from '../../contract-types.ts'
import { cleanFileName } from '../check/file-names.ts'
import { insertClaims } from '../claim-queries.ts'
import { openFileStore } from '../installation.ts'
import { fileKey } from '../object-keys.ts'
import { findFile, insertFile, markFileReady } from '../file-queries.ts'
import { getDistrictCipher, putSealed } from './sealed-contents.ts'
import { getSuffix } from './upload-limits.ts'

/** How long a file with unmasked numbers waits for its requester. */
const oneTimeMs = 24 * 3600_000

interface ReservedFile {
  name: string
  kind: FileKind
  /** The person it is made for. */
  personId: string
  orgId: string
}

export interface GeneratedFile extends ReservedFile {
  content: Content
  /** The record that claims it from the beginning. */
  owner: { kind: string; id: string }
  /** Contains unmasked numbers: deleted after the download, and after a day in any case. */
  isOneTime?: boolean
}

interface Outside {
  app: App
  cells: Cells
  districtId: DistrictId
  now: Date
}

/** Stores a generated file, for example a zip or an export, as a stream. */
export async function storeFile(
  outside: Outside,
  { content, owner, isOneTime, ...made }: GeneratedFile,
): Promise<string> {
  const id = await inDistrict(outside.cells, outside.districtId, (db) => reserveFile(db, made, outside.now))
  await writeReservedFile(outside, id, { content, owner, ...(isOneTime && { isOneTime }) })
  return id
}

/** Reserves a file with its name; if it is never written, it is swept like an unfinished upload. */
export async function reserveFile(db: Db, { kind, ...made }: ReservedFile, now: Date): Promise<string> {
  const id = newId()
  const name = cleanFileName(made.name)
  const suffix = getSuffix(name)
  const contentType = (fileKinds[kind].types as Record<string, string>)[suffix]
  if (!contentType) throw new TypeError(`a file of the kind ${kind} is not called .${suffix}`)
  await insertFile(db, { ...made, id, name, suffix, kind, contentType, size: 0 }, now)
  return id
}

interface GeneratedContent extends Pick<GeneratedFile, 'content' | 'owner' | 'isOneTime'> {
  /** Runs in the transaction that makes the file readable. */
  alongside?: (db: Db) => Promise<unknown>
}

/** Writes a reserved file. May be repeated after a crash. */
export async function writeReservedFile(
  outside: Outside,
  id: string,
  { content, owner, isOneTime = false, alongside }: GeneratedContent,
) {
  const { cells, districtId, now } = outside
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, districtId, work)
  const file = orNotFound(await inside((db) => findFile(db, id)), '文件')
  const measured = measureContent(content)
  const objects = await openFileStore(outside)
  await putSealed(objects, await getDistrictCipher(cells, districtId), fileKey(districtId, id), measured.content)
  const { size, sha256 } = measured.end()
  const onceUntil = isOneTime ? new Date(now.getTime() + oneTimeMs) : null
  const stored = { ...file, size, sha256, isSealed: true, onceUntil }
  const isStored = await inside(async (db) => {
    if (!(await markFileReady(db, id, 'uploading', stored))) return false
    await insertClaims(db, owner, [{ id: newId(), fileId: id, slot: '', sort: 1 }], now)
    await alongside?.(db)
    return true
  })
  if (isStored) return
  // The object is unused now, unless another worker was faster and owns it.
  if ((await inside((db) => findFile(db, id)))?.status !== 'ready') await objects.delete(fileKey(districtId, id))
  throw new Error('it was swept while it was made')
}

/** The same content, counted and hashed while streaming. */
function measureContent(content: Content) {
  const hash = createHash('sha256')
  let size = 0
  return {
    content: (async function* () {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        size += bytes.length
        hash.update(bytes)
        yield bytes
      }
    })(),
    end: () => ({ size, sha256: hash.digest() }),
  }
}
