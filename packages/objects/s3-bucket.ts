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
 * Browsers of any page may ask: what they may do, the signature in the link says and nothing else. They have to see the
 * tag of the part that they sent.
 */
const corsRule: CORSRule = {
  ID: 'qiming-browsers',
  AllowedOrigins: ['*'],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 3600,
}

/** Parts of uploads that nobody completed are not kept, should we ourselves forget about them. */
const abortUploadsRule: LifecycleRule = {
  ID: 'qiming-forgotten-parts',
  Status: 'Enabled',
  Filter: { Prefix: '' },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 },
}

/** What is looked at is gone within minutes, and what nobody finished within a day: this takes what came after that. */
const quarantineRule: LifecycleRule = {
  ID: 'qiming-quarantine',
  Status: 'Enabled',
  Filter: { Prefix: 'quarantine/' },
  Expiration: { Days: 3 },
}

/** Makes the bucket unless it is there, and opens it to browsers; any number of processes may do so at once. */
export async function ensureBucket(settings: S3Settings) {
  const client = createS3Client(settings)
  const Bucket = settings.bucket
  try {
    // Asked first: in a cloud our key may use the bucket without being allowed to make one.
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

/** What an operator has set stays; ours comes beside it. */
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

/** That there is no configuration yet is told as an error. */
function nothing(error: unknown): { CORSRules?: CORSRule[]; Rules?: LifecycleRule[] } {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return {}
  throw error
}

/** In a cloud the key may have no right to it, or the server no idea of it; then the operators' handbook says what to set. */
async function unlessForbidden(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === undefined || ![400, 403, 405, 409, 501].includes(status)) throw error
  }
}
