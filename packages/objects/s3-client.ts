import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'

export interface S3Settings {
  /** The address for this process. */
  endpoint: string
  /** The address for browsers in signed links; by default the endpoint. */
  publicUrl?: string
  region?: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The bucket as part of the path (our own servers) or of the host name (clouds). */
  forcePathStyle?: boolean
}

/** A slow reader of a large file holds a connection for minutes; the SDK's default of 50 would block everybody else. */
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
    // By default there is no timeout. The second one limits silence, not the duration of a large object.
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

/** Ceph reports a missing key when it lists the parts of an unknown upload. */
export const isUploadMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.name === 'NoSuchUpload' || error.name === 'NoSuchKey')

export const hasStatus = (error: unknown, status: number) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === status
