import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3ServiceException,
  type CORSRule,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createS3Client, isMissing, type S3Settings } from './s3-client.ts'

/**
 * Any origin is allowed, because the signature of the link decides what is possible. Browsers must be able to read the
 * tag of a sent part.
 */
const corsRule: CORSRule = {
  ID: 'qiming-browsers',
  AllowedOrigins: ['*'],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 3600,
}

/** Deletes parts of uploads that were never completed. */
const abortUploadsRule: LifecycleRule = {
  ID: 'qiming-forgotten-parts',
  Status: 'Enabled',
  Filter: { Prefix: '' },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
}

/** Checked uploads leave the quarantine within minutes and unfinished ones within a day: this deletes the rest. */
const quarantineRule: LifecycleRule = {
  ID: 'qiming-quarantine',
  Status: 'Enabled',
  Filter: { Prefix: 'quarantine/' },
  Expiration: { Days: 3 },
}

/** Creates the bucket if it is missing and allows browsers; can run concurrently. */
export async function ensureBucket(settings: S3Settings) {
  const client = createS3Client(settings)
  const Bucket = settings.bucket
  try {
    // Checked first, because in a cloud our key may be allowed to use the bucket but not to create one.
    await client.send(new HeadBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await client.send(new CreateBucketCommand({ Bucket })).catch((failure: unknown) => {
        if (!(failure instanceof S3ServiceException && failure.name === 'BucketAlreadyOwnedByYou')) throw failure
      })
    })
    await unlessForbidden(() => setCorsRules(client, Bucket))
    await unlessForbidden(() => setLifecycleRules(client, Bucket))
  } finally {
    client.destroy()
  }
}

/** The operator's rules stay; ours are added. */
async function setCorsRules(client: S3Client, Bucket: string) {
  const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket })).catch(nothing)
  const isOpen = CORSRules.some(
    ({ AllowedMethods, ExposeHeaders }) =>
      AllowedMethods?.includes('PUT') && ExposeHeaders?.some((header) => header.toLowerCase() === 'etag'),
  )
  if (isOpen) return
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [...CORSRules, corsRule] } }))
}

async function setLifecycleRules(client: S3Client, Bucket: string) {
  const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket })).catch(nothing)
  const missing: LifecycleRule[] = []
  if (!Rules.some(({ AbortIncompleteMultipartUpload }) => AbortIncompleteMultipartUpload))
    missing.push(abortUploadsRule)
  if (!Rules.some(({ ID }) => ID === quarantineRule.ID)) missing.push(quarantineRule)
  if (missing.length === 0) return
  const LifecycleConfiguration = { Rules: [...Rules, ...missing] }
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }))
}

/** A missing configuration is reported as an error. */
function nothing(error: unknown): { CORSRules?: CORSRule[]; Rules?: LifecycleRule[] } {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return {}
  throw error
}

/**
 * In a cloud the key may lack the permission, or the server the feature; then the operators' handbook says what to set.
 */
async function unlessForbidden(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === undefined || ![400, 403, 405, 409, 501].includes(status)) throw error
  }
}
