import { pipeline, type Readable } from 'node:stream'
import type { DistrictId } from '#packages/core'
import { loadFieldCipher, unsealChunks, sealChunks, getSealedRange, type FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import type { Content, ObjectStore } from '#packages/objects/index.ts'
import type { RequestedRange } from '../http-range.ts'

/** Said of what is sealed, where no table says it: of small pictures and previews. */
const sealedMark = { sealed: 'yes' }
export const isMarkedSealed = (metadata: Readonly<Record<string, string>>) => metadata['sealed'] === sealedMark.sealed

export const getDistrictCipher = (cells: Cells, districtId: DistrictId): Promise<FieldCipher> =>
  inDistrict(cells, districtId, (db) => loadFieldCipher(db, districtId), { readOnly: true })

/**
 * Puts what people may read into the store, sealed for its key: whoever reads the bucket or moves things in it has
 * nothing. The store is not told what it is either.
 */
export const putSealed = (objects: ObjectStore, fields: FieldCipher, key: string, content: Content) =>
  objects.put(key, sealChunks(fields, key, toPieces(content)), {
    contentType: 'application/octet-stream',
    metadata: sealedMark,
  })

async function* toPieces(content: Content): AsyncGenerator<Uint8Array> {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

export interface ContentRef {
  key: string
  /** Of the file itself, not of what is sealed. */
  size: number
  /** What opens it; nothing where it is not sealed. */
  fields: FieldCipher | undefined
}

/** What lies under a key, or a part of it, opened on its way. */
export async function readContent(
  objects: ObjectStore,
  { key, size, fields }: ContentRef,
  range?: RequestedRange,
): Promise<Readable | undefined> {
  if (!fields) return (await objects.get(key, range))?.body
  const object = await objects.get(key, range && getSealedRange(size, range))
  if (!object) return undefined
  const opening = unsealChunks(fields, key, size, range ?? { start: 0, end: size - 1 })
  return pipeline(object.body, opening, () => {}) // whoever reads it is told
}
