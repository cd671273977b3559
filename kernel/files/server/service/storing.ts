import { createHash } from 'node:crypto'
import { found, newId, type DistrictId } from '#packages/core'
import { inDistrict, type Cells, type Db } from '#packages/db'
import type { Content } from '#packages/objects/index.ts'
import { fileKinds, type FileKind } from '../../contract-types.ts'
import { cleanName } from '../check/names.ts'
import { insertClaims } from '../claim-queries.ts'
import { installation } from '../installation.ts'
import { fileKey } from '../keys.ts'
import { fileById, insertFile, markReady } from '../queries.ts'
import { cipherFor, putSealed } from './contents.ts'
import { suffixOf } from './limits.ts'

/** How long a file with whole numbers waits for whoever asked for it. */
const onceMs = 24 * 3600_000

interface Reserved {
  name: string
  kind: FileKind
  /** For whom it is made. */
  personId: string
  orgId: string
}

export interface MadeFile extends Reserved {
  content: Content
  /** What holds it from the beginning. */
  owner: { kind: string; id: string }
  /** There are whole numbers in it: it goes when it was downloaded, and after a day in any case. */
  isOnce?: boolean
}

interface Outside {
  cells: Cells
  districtId: DistrictId
  now: Date
}

/** Stores a file that we made ourselves: a zip, an export. It is streamed, not held. */
export async function storeFile(outside: Outside, { content, owner, isOnce, ...made }: MadeFile): Promise<string> {
  const id = await inDistrict(outside.cells, outside.districtId, (db) => reserveFile(db, made, outside.now))
  await fillFile(outside, id, { content, owner, ...(isOnce && { isOnce }) })
  return id
}

/** A file that will be made, with its name: if nothing comes of it, it is swept like an upload that nobody finished. */
export async function reserveFile(db: Db, { kind, ...made }: Reserved, now: Date): Promise<string> {
  const id = newId()
  const name = cleanName(made.name)
  const suffix = suffixOf(name)
  const contentType = (fileKinds[kind].types as Record<string, string>)[suffix]
  if (!contentType) throw new TypeError(`a file of the kind ${kind} is not called .${suffix}`)
  await insertFile(db, { ...made, id, name, suffix, kind, contentType, size: 0 }, now)
  return id
}

interface Filling extends Pick<MadeFile, 'content' | 'owner' | 'isOnce'> {
  /** What is written in the same transaction that makes it readable. */
  alongside?: (db: Db) => Promise<unknown>
}

/** Writes what was reserved. It may be begun again after a crash. */
export async function fillFile(
  { cells, districtId, now }: Outside,
  id: string,
  { content, owner, isOnce = false, alongside }: Filling,
) {
  const inside = <T>(work: (db: Db) => Promise<T>) => inDistrict(cells, districtId, work)
  const file = found(await inside((db) => fileById(db, id)), '文件')
  const measured = measuring(content)
  const objects = await installation.objects()
  await putSealed(objects, await cipherFor(cells, districtId), fileKey(districtId, id), measured.content)
  const { size, sha256 } = measured.end()
  const onceUntil = isOnce ? new Date(now.getTime() + onceMs) : null
  const kept = { ...file, size, sha256, isSealed: true, onceUntil }
  const isKept = await inside(async (db) => {
    if (!(await markReady(db, id, 'uploading', kept))) return false
    await insertClaims(db, owner, [{ id: newId(), fileId: id, slot: '', sort: 1 }], now)
    await alongside?.(db)
    return true
  })
  if (isKept) return
  // Nothing knows of the object any more, unless another worker was faster: then it is that one's.
  if ((await inside((db) => fileById(db, id)))?.status !== 'ready') await objects.delete(fileKey(districtId, id))
  throw new Error('it was swept while it was made')
}

/** The same content, counted and hashed on its way. */
function measuring(content: Content) {
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
