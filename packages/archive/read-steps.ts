import type { FileHandle } from 'node:fs/promises'

/**
 * A parser that yields the byte ranges it needs: written once, run in memory and on disk. It gets fewer bytes at the
 * end of the file.
 */
export type ReadSteps<Result> = Generator<{ at: number; length: number }, Result, Buffer>

export function runInMemory<Result>(bytes: Uint8Array, steps: ReadSteps<Result>): Result {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let step = steps.next()
  while (!step.done) step = steps.next(whole.subarray(step.value.at, step.value.at + step.value.length))
  return step.value
}

export async function runOnDisk<Result>(file: FileHandle, steps: ReadSteps<Result>): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    const { at, length } = step.value
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    step = steps.next(buffer.subarray(0, bytesRead))
  }
  return step.value
}
