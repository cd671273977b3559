import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Readable } from 'node:stream'
import { isWhole } from './content.ts'
import { attachment } from './disposition.ts'
import {
  checkContentType,
  checkFacts,
  checkKey,
  checkRange,
  checkSeconds,
  decodeMetadata,
  encodeMetadata,
} from './rules.ts'
import { uploadStream } from './s3-upload.ts'
import type { ByteRange, Content, DownloadLink, ObjectFacts, ObjectInfo, ObjectStore, UploadLink } from './store.ts'

export interface S3Settings {
  /** Signed links lead there too, so it must be reachable from browsers under this name. */
  endpoint: string
  region?: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The bucket as a folder of the address (our own servers) or as a part of its host name (clouds). */
  forcePathStyle?: boolean
}

/** Objects in a bucket of any server that speaks S3. */
export const s3Store = (settings: S3Settings): ObjectStore => new S3Store(settings)

/** Makes the bucket unless it is there; any number of processes may do so at once. */
export async function ensureBucket(settings: S3Settings) {
  const client = clientOf(settings)
  const Bucket = settings.bucket
  try {
    // Asked first: in a cloud our key may use the bucket without being allowed to make one.
    await client.send(new HeadBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await client.send(new CreateBucketCommand({ Bucket }))
    })
  } catch (error) {
    if (!(error instanceof S3ServiceException && error.name === 'BucketAlreadyOwnedByYou')) throw error
  } finally {
    client.destroy()
  }
}

function clientOf({ endpoint, region = 'us-east-1', accessKey, secretKey, forcePathStyle = true }: S3Settings) {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // By default the SDK adds checksums that some clouds refuse, and puts that of an empty body into upload links.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default it waits for ever. The second one is about silence, not about how long a large object takes.
    requestHandler: { connectionTimeout: 2_000, socketTimeout: 60_000 },
  })
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')

const hasStatus = (error: unknown, status: number) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status

class S3Store implements ObjectStore {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(settings: S3Settings) {
    this.#client = clientOf(settings)
    this.#bucket = settings.bucket
  }

  async put(key: string, content: Content, facts: ObjectFacts) {
    const target = this.#target(key, facts)
    if (isWhole(content)) await this.#client.send(new PutObjectCommand({ ...target, Body: content }))
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
      return { ...infoOf({ ...answer, ContentLength: whole }), body: answer.Body as Readable }
    } catch (error) {
      if (hasStatus(error, 416)) throw new RangeError('the range begins after the last byte')
      return nothingIfMissing(error)
    }
  }

  async head(key: string) {
    const at = this.#at(key)
    return this.#client.send(new HeadObjectCommand(at)).then(infoOf, nothingIfMissing)
  }

  async delete(key: string) {
    await this.#client.send(new DeleteObjectCommand(this.#at(key)))
  }

  async copy(from: string, to: string) {
    const source = this.#at(from)
    const CopySource = [source.Bucket, ...source.Key.split('/')].map(encodeURIComponent).join('/')
    const copied = await this.#client
      .send(new CopyObjectCommand({ ...this.#at(to), CopySource }))
      .catch(nothingIfMissing)
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
      ResponseContentDisposition: fileName === undefined ? undefined : attachment(fileName),
      ResponseContentType: contentType === undefined ? undefined : checkContentType(contentType),
    })
    return getSignedUrl(this.#client, command, { expiresIn: checkSeconds(seconds) })
  }

  async signedPut(key: string, { seconds, contentType }: UploadLink) {
    const command = new PutObjectCommand({ ...this.#at(key), ContentType: checkContentType(contentType) })
    return getSignedUrl(this.#client, command, {
      expiresIn: checkSeconds(seconds),
      signableHeaders: new Set(['content-type']), // unsigned by default: any type could be uploaded
    })
  }

  close() {
    this.#client.destroy()
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: checkKey(key) }
  }

  #target(key: string, facts: ObjectFacts) {
    const { contentType, metadata } = checkFacts(facts)
    return { ...this.#at(key), ContentType: contentType, Metadata: encodeMetadata(metadata) }
  }
}

function nothingIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

interface Answer {
  ContentLength?: number | undefined
  ContentType?: string | undefined
  Metadata?: Record<string, string> | undefined
  LastModified?: Date | undefined
}

const infoOf = ({ ContentLength, ContentType, Metadata, LastModified }: Answer): ObjectInfo => ({
  size: ContentLength!,
  contentType: ContentType!,
  metadata: decodeMetadata(Metadata ?? {}),
  modifiedAt: LastModified!,
})
