import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 64 * 1024

/** The bytes of a range. Unlike a stream of the handle, it can be left early, and the handle can be read again. */
export async function* readPieces(file: FileHandle, from = 0, to = Infinity): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const length = Math.min(pieceBytes, to - at)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
