import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { toPieces } from './object-content.ts'
import type { Content } from './object-store.ts'

/** S3 allows 10,000 parts, so this allows 80 GB; it is also the memory of one upload. */
const partSize = 8 * 1024 * 1024

interface UploadTarget {
  Bucket: string
  Key: string
  ContentType: string
  Metadata: Record<string, string>
}

/** Uploads a stream of unknown length in parts. A failing one leaves nothing behind. */
export async function uploadStream(client: S3Client, target: UploadTarget, content: Content) {
  const { Bucket, Key } = target
  const done: CompletedPart[] = []
  let UploadId: string | undefined
  try {
    for await (const part of splitIntoParts(content)) {
      if (!UploadId && part.length < partSize) {
        await client.send(new PutObjectCommand({ ...target, Body: part }))
        return
      }
      UploadId ??= (await client.send(new CreateMultipartUploadCommand(target))).UploadId
      const PartNumber = done.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: part }))
      done.push({ PartNumber, ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: done } }))
  } catch (error) {
    // If this fails too, the first error is still reported.
    if (UploadId) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}

/** Always at least one part. All share one buffer: a part is valid until the next one is requested. */
async function* splitIntoParts(content: Content): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(partSize)
  let filled = 0
  for await (const piece of toPieces(content)) {
    for (let at = 0; at < piece.length;) {
      if (filled === partSize) {
        yield buffer
        filled = 0
      }
      const taken = piece.subarray(at, at + partSize - filled)
      buffer.set(taken, filled)
      filled += taken.length
      at += taken.length
    }
  }
  yield buffer.subarray(0, filled)
}
