import { Transform, type TransformCallback } from 'node:stream'
import { anyRow, type FieldCipher } from './district-keyring.ts'
import { sealOverhead } from './seal.ts'

/** Files are encrypted in chunks: a large file is never in memory as a whole, and any chunk can be decrypted alone. */
const chunkBytes = 1024 * 1024
const sealedBytes = chunkBytes + sealOverhead

/** An empty file has one empty chunk, which distinguishes it from a truncated file. */
const getLastChunk = (size: number) => Math.max(0, Math.ceil(size / chunkBytes) - 1)
/**
 * A chunk can be decrypted only at its position, and the last one only as the last: nothing can be moved, omitted or
 * truncated.
 */
const getChunkField = (name: string, at: number, isLast: boolean) => `${name}#${at}${isLast ? ' end' : ''}`

/** Encrypts a file in chunks, each bound to its position in `name`. */
export async function* sealChunks(
  fields: FieldCipher,
  name: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let at = 0
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content) {
    pieces.push(piece)
    length += piece.length
    if (length <= chunkBytes) continue
    // A full chunk waits, because it may be the last.
    let held = Buffer.concat(pieces)
    for (; held.length > chunkBytes; held = held.subarray(chunkBytes))
      yield fields.encryptBytes(getChunkField(name, at++, false), held.subarray(0, chunkBytes), anyRow)
    pieces = [held]
    length = held.length
  }
  yield fields.encryptBytes(getChunkField(name, at, true), Buffer.concat(pieces), anyRow)
}

/** The size of a file before encryption. */
export const getPlainSize = (sealedSize: number) => sealedSize - Math.ceil(sealedSize / sealedBytes) * sealOverhead

interface ByteRange {
  start: number
  end: number
}

/** The encrypted bytes that are needed for this range of a file of `size`; both ends are included. */
export const getSealedRange = (size: number, { start, end }: ByteRange): ByteRange => ({
  start: Math.floor(start / chunkBytes) * sealedBytes,
  end: Math.min((Math.floor(end / chunkBytes) + 1) * sealedBytes, size + (getLastChunk(size) + 1) * sealOverhead) - 1,
})

/** Decrypts the bytes of `getSealedRange`, of a file of `size`, and passes on only the requested range. */
export function unsealChunks(fields: FieldCipher, name: string, size: number, { start, end }: ByteRange): Transform {
  const last = getLastChunk(size)
  let at = Math.floor(start / chunkBytes)
  let pieces: Buffer[] = []
  let length = 0
  const open = (stream: Transform, sealed: Buffer) => {
    const plain = fields.decryptBytes(getChunkField(name, at, at === last), sealed, anyRow)
    const begin = at++ * chunkBytes
    stream.push(plain.subarray(Math.max(0, start - begin), Math.max(0, end + 1 - begin)))
  }
  return new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      pieces.push(piece)
      length += piece.length
      try {
        if (length >= sealedBytes) {
          let held = Buffer.concat(pieces)
          for (; held.length >= sealedBytes; held = held.subarray(sealedBytes))
            open(this, held.subarray(0, sealedBytes))
          pieces = [held]
          length = held.length
        }
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done: TransformCallback) {
      try {
        if (length > 0) open(this, Buffer.concat(pieces))
        if (at <= Math.floor(Math.max(0, end) / chunkBytes)) throw new Error('a sealed file was cut off')
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
