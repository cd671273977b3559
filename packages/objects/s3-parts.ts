import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { checkPart, checkSeconds } from './validation.ts'
import { isUploadMissing } from './s3-client.ts'
import type { PartLink, StoredPart } from './object-store.ts'

interface ObjectLocation {
  Bucket: string
  Key: string
}

/** Multipart uploads whose parts are sent by clients, each with its own link. */
export class S3Parts {
  readonly #client: S3Client
  readonly #signer: S3Client

  constructor(client: S3Client, signer: S3Client) {
    this.#client = client
    this.#signer = signer
  }

  async begin(target: ObjectLocation & { ContentType: string; Metadata: Record<string, string> }) {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(target))
    return UploadId!
  }

  async sign(at: ObjectLocation, UploadId: string, part: number, { seconds, size }: PartLink) {
    // The length is signed too: otherwise a link for 8 MB would accept 5 GB.
    const command = new UploadPartCommand({ ...at, UploadId, PartNumber: checkPart(part), ContentLength: size })
    return getSignedUrl(this.#signer, command, { expiresIn: checkSeconds(seconds) })
  }

  async list(at: ObjectLocation, UploadId: string): Promise<StoredPart[] | undefined> {
    const found: StoredPart[] = []
    let PartNumberMarker: string | undefined
    try {
      do {
        const page = await this.#client.send(new ListPartsCommand({ ...at, UploadId, PartNumberMarker }))
        for (const { PartNumber, Size, ETag } of page.Parts ?? [])
          found.push({ part: PartNumber!, size: Size!, tag: ETag! })
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
      } while (PartNumberMarker)
      return found
    } catch (error) {
      if (isUploadMissing(error)) return undefined
      throw error
    }
  }

  async complete(at: ObjectLocation, UploadId: string, parts: readonly StoredPart[]) {
    const Parts = parts.map(({ part, tag }) => ({ PartNumber: part, ETag: tag }))
    try {
      await this.#client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }))
      return true
    } catch (error) {
      // Ceph takes a missing upload for one that is being completed, and reports an internal error.
      if (isUploadMissing(error) || (await this.list(at, UploadId)) === undefined) return false
      throw error
    }
  }

  async abort(at: ObjectLocation, UploadId: string) {
    await this.#client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch((error: unknown) => {
      if (!isUploadMissing(error)) throw error
    })
  }
}
