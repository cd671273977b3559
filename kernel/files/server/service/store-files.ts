import { createHash } from 'node:crypto'
import { orNotFound, newId, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import type { Content } from '#packages/objects/index.ts'
import { fileKinds, type FileKind } from '../../contract-types.ts'
import { cleanFileName } from '../check/file-names.ts'
import { insertClaims } from '../claim-queries.ts'
import { installation } from '../installation.ts'
import { fileKey } from '../object-keys.ts'
import { findFile, insertFile, markFileReady } from '../file-queries.ts'
import { getDistrictCipher, putSealed } from './sealed-contents.ts'
import { getSuffix } from './upload-limits.ts'

/** How long a file with whole numbers waits for whoever asked for it. */
const oneTimeMs = 24 * 3600_000

interface ReservedFile {
  name: string
  kind: FileKind
  /** For whom it is made. */
  personId: string
  orgId: string
}

export interface GeneratedFile extends ReservedFile {
  content: Content
  /** What holds it from the beginning. */
  owner: { kind: string; id: string }
  /** There are whole numbers in it: it goes when it was downloaded, and after a day in any case. */
  isOneTime?: boolean
}

interface Outside {
  cells: Cells
  districtId: DistrictId
  now: Date
}

/** Stores a file that we made ourselves: a zip, an export. It is streamed, not held. */
export async function storeFile(
  outside: Outside,
  { content, owner, isOneTime, ...made }: GeneratedFile,
): Promise<string> {
  const id = await inDistrict(outside.cells, outside.districtId, (db) => reserveFile(db, made, outside.now))
  await writeReservedFile(outside, id, { content, owner, ...(isOneTime && { isOneTime }) })
  return id
}

/** A file that will be made, with its name: if nothing comes of it, it is swept like an upload that nobody finished. */
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
  /** What is written in the same transaction that makes it readable. */
  alongside?: (db: Db) => Promise<unknown>
}

/** Writes what was reserved. It may be begun again after a crash. */
export async function writeReservedFile(
  { cells, districtId, now }: Outside,
  id: string,
  { content, owner, isOneTime = false, alongside }: GeneratedContent,
) {
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, districtId, work)
  const file = orNotFound(await inside((db) => findFile(db, id)), '文件')
  const measured = measureContent(content)
  const objects = await installation.objects()
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
  // Nothing knows of the object any more, unless another worker was faster: then it is that one's.
  if ((await inside((db) => findFile(db, id)))?.status !== 'ready') await objects.delete(fileKey(districtId, id))
  throw new Error('it was swept while it was made')
}

/** The same content, counted and hashed on its way. */
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
