import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'

export interface S3Settings {
  /** Where this process reaches the server. */
  endpoint: string
  /** Where browsers reach it: signed links lead there. The endpoint, unless it is said. */
  publicUrl?: string
  region?: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The bucket as a folder of the address (our own servers) or as a part of its host name (clouds). */
  forcePathStyle?: boolean
}

/** A slow reader of a large file holds one for minutes; with the SDK's usual 50 the readers would shut everybody out. */
const connections = { maxSockets: 1000 }

export function createS3Client({
  endpoint,
  region = 'us-east-1',
  accessKey,
  secretKey,
  forcePathStyle = true,
}: S3Settings) {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // By default the SDK adds checksums that some clouds refuse, and puts that of an empty body into upload links.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default it waits for ever. The second one is about silence, not about how long a large object takes.
    requestHandler: {
      connectionTimeout: 2_000,
      socketTimeout: 60_000,
      httpAgent: connections,
      httpsAgent: connections,
    },
  })
}

export const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** Ceph speaks of a missing key when it is asked what has arrived of an upload that it does not know. */
export const isUploadMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.name === 'NoSuchUpload' || error.name === 'NoSuchKey')

export const hasStatus = (error: unknown, status: number) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
