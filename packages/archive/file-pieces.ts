import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 64 * 1024

/**
 * The bytes from one place up to another, or to the end. Unlike a stream of the handle, it may be left in the middle and
 * the handle read again.
 */
export async function* readPieces(file: FileHandle, from = 0, to = Infinity): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const length = Math.min(pieceBytes, to - at)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
