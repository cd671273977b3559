import { pipeline, type Readable } from 'node:stream'
import type { DistrictId } from '#packages/core'
import { loadFieldCipher, unsealChunks, sealChunks, getSealedRange, type FieldCipher } from '#packages/crypto'
import { inDistrict, type Cells } from '#packages/db'
import type { Content, ObjectStore } from '#packages/objects/index.ts'
import type { RequestedRange } from '../http-range.ts'

/** Marks encrypted objects without a table row: thumbnails and previews. */
const sealedMark = { sealed: 'yes' }
export const isMarkedSealed = (metadata: Readonly<Record<string, string>>) => metadata['sealed'] === sealedMark.sealed

export const getDistrictCipher = (cells: Cells, districtId: DistrictId): Promise<FieldCipher> =>
  inDistrict(cells, districtId, (db) => loadFieldCipher(db, districtId), { readOnly: true })

/**
 * Stores content encrypted for its key: reading the bucket or moving objects in it discloses nothing. The content type
 * is not stored either.
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
  /** The plain size. */
  size: number
  /** Decrypts the content; undefined when it is not encrypted. */
  fields: FieldCipher | undefined
}

/** The content of a key, or a range of it, decrypted while streaming. */
export async function readContent(
  objects: ObjectStore,
  { key, size, fields }: ContentRef,
  range?: RequestedRange,
): Promise<Readable | undefined> {
  if (!fields) return (await objects.get(key, range))?.body
  const object = await objects.get(key, range && getSealedRange(size, range))
  if (!object) return undefined
  const opening = unsealChunks(fields, key, size, range ?? { start: 0, end: size - 1 })
  return pipeline(object.body, opening, () => {}) // the reader gets the error
}
