import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Readable } from 'node:stream'
import { isInMemory } from './object-content.ts'
import { attachmentHeader } from './content-disposition.ts'
import {
  checkContentType,
  checkFacts,
  checkKey,
  checkRange,
  checkSeconds,
  decodeMetadata,
  encodeMetadata,
} from './validation.ts'
import { createS3Client, hasStatus, isMissing, type S3Settings } from './s3-client.ts'
import { S3Parts } from './s3-parts.ts'
import { uploadStream } from './s3-upload.ts'
import type {
  ByteRange,
  Content,
  DownloadLink,
  ObjectFacts,
  ObjectInfo,
  ObjectStore,
  PartLink,
  StoredPart,
  UploadLink,
} from './object-store.ts'

/** Objects in a bucket of any S3 server. */
export const createS3Store = (settings: S3Settings): ObjectStore => new S3Store(settings)

class S3Store implements ObjectStore {
  readonly #client: S3Client
  /** Only for signing: links use the public address. */
  readonly #signer: S3Client
  readonly #bucket: string
  readonly #parts: S3Parts

  constructor(settings: S3Settings) {
    this.#client = createS3Client(settings)
    this.#signer = createS3Client({ ...settings, endpoint: settings.publicUrl ?? settings.endpoint })
    this.#bucket = settings.bucket
    this.#parts = new S3Parts(this.#client, this.#signer)
  }

  async put(key: string, content: Content, facts: ObjectFacts) {
    const target = this.#target(key, facts)
    if (isInMemory(content)) await this.#client.send(new PutObjectCommand({ ...target, Body: content }))
    else await uploadStream(this.#client, target, content)
  }

  async putNew(key: string, content: Uint8Array | string, facts: ObjectFacts) {
    const command = new PutObjectCommand({ ...this.#target(key, facts), Body: content, IfNoneMatch: '*' })
    try {
      await this.#client.send(command)
      return true
    } catch (error) {
      if (hasStatus(error, 412)) return false
      throw error
    }
  }

  async get(key: string, range?: ByteRange) {
    if (range) checkRange(range)
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`
    try {
      const answer = await this.#client.send(new GetObjectCommand({ ...this.#at(key), Range }))
      const whole = answer.ContentRange ? Number(answer.ContentRange.split('/')[1]) : answer.ContentLength
      return { ...toObjectInfo({ ...answer, ContentLength: whole }), body: answer.Body as Readable }
    } catch (error) {
      if (hasStatus(error, 416)) throw new RangeError('the range begins after the last byte')
      return undefinedIfMissing(error)
    }
  }

  async head(key: string) {
    const at = this.#at(key)
    return this.#client.send(new HeadObjectCommand(at)).then(toObjectInfo, undefinedIfMissing)
  }

  async delete(key: string) {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)))
  }

  async copy(from: string, to: string) {
    const source = this.#at(from)
    const CopySource = [source.Bucket, ...source.Key.split('/')].map(encodeURIComponent).join('/')
    const copied = await this.#client
      .send(new CopyObjectCommand({ ...this.#at(to), CopySource }))
      .catch(undefinedIfMissing)
    return copied !== undefined
  }

  async list(prefix: string, { after, limit = 1000 }: { after?: string; limit?: number } = {}) {
    const { Contents = [], IsTruncated } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, StartAfter: after, MaxKeys: limit }),
    )
    const objects = Contents.map(({ Key, Size, LastModified }) => ({
      key: Key!,
      size: Size!,
      modifiedAt: LastModified!,
    }))
    const last = objects.at(-1)
    return { objects, ...(IsTruncated && last ? { next: last.key } : {}) }
  }

  async signedGet(key: string, { seconds, fileName, contentType }: DownloadLink) {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentDisposition: fileName === undefined ? undefined : attachmentHeader(fileName),
      ResponseContentType: contentType === undefined ? undefined : checkContentType(contentType),
    })
    return getSignedUrl(this.#signer, command, { expiresIn: checkSeconds(seconds) })
  }

  async signedPut(key: string, { seconds, contentType }: UploadLink) {
    const command = new PutObjectCommand({ ...this.#at(key), ContentType: checkContentType(contentType) })
    return getSignedUrl(this.#signer, command, {
      expiresIn: checkSeconds(seconds),
      signableHeaders: new Set(['content-type']), // unsigned by default: any type could be uploaded
    })
  }

  async beginParts(key: string, facts: ObjectFacts) {
    return this.#parts.begin(this.#target(key, facts))
  }

  async signedPart(key: string, upload: string, part: number, link: PartLink) {
    return this.#parts.sign(this.#at(key), upload, part, link)
  }

  async listParts(key: string, upload: string) {
    return this.#parts.list(this.#at(key), upload)
  }

  async completeParts(key: string, upload: string, parts: readonly StoredPart[]) {
    return this.#parts.complete(this.#at(key), upload, parts)
  }

  async abortParts(key: string, upload: string) {
    await this.#parts.abort(this.#at(key), upload)
  }

  close() {
    this.#client.destroy()
    this.#signer.destroy()
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: checkKey(key) }
  }

  #target(key: string, facts: ObjectFacts) {
    const { contentType, metadata } = checkFacts(facts)
    return { ...this.#at(key), ContentType: contentType, Metadata: encodeMetadata(metadata) }
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

interface HeadAnswer {
  ContentLength?: number | undefined
  ContentType?: string | undefined
  Metadata?: Record<string, string> | undefined
  LastModified?: Date | undefined
}

const toObjectInfo = ({ ContentLength, ContentType, Metadata, LastModified }: HeadAnswer): ObjectInfo => ({
  size: ContentLength!,
  contentType: ContentType!,
  metadata: decodeMetadata(Metadata ?? {}),
  modifiedAt: LastModified!,
})
