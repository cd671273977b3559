import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskStore } from './disk-store.ts'
import { ensureBucket } from './s3-bucket.ts'
import type { S3Settings } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'
import type { ObjectStore } from './object-store.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The configured store: an S3 server, or a folder in development. */
export function openObjectStore(env: Env): ObjectStore {
  const folder = env['QIMING_OBJECTS_DIR']
  if (Boolean(folder) === Boolean(env['QIMING_S3_ENDPOINT']))
    throw new Error('set one of QIMING_S3_ENDPOINT and QIMING_OBJECTS_DIR: this is where files go')
  if (!folder) return createS3Store(readS3Settings(env))
  return createDiskStore({
    folder,
    baseUrl: env['QIMING_OBJECTS_URL'] || '/objects',
    secret: readOrCreateSecret(folder),
  })
}

/**
 * Opens the store and creates its bucket on the first use, because most processes never use it. After a failure the
 * next call tries again.
 */
export function createLazyObjectStore(env: Env): () => Promise<ObjectStore> {
  let opened: Promise<ObjectStore> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  async function open() {
    const objects = openObjectStore(env)
    if (env['QIMING_S3_ENDPOINT']) await ensureBucket(readS3Settings(env))
    return objects
  }
}

/** Separate from opening, for the tool that creates the bucket. */
export function readS3Settings(env: Env): S3Settings {
  const required = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  return {
    endpoint: required('QIMING_S3_ENDPOINT'),
    ...(env['QIMING_S3_PUBLIC_URL'] ? { publicUrl: env['QIMING_S3_PUBLIC_URL'] } : {}),
    accessKey: required('QIMING_S3_KEY'),
    secretKey: required('QIMING_S3_SECRET'),
    bucket: env['QIMING_S3_BUCKET'] || 'qiming',
    ...(env['QIMING_S3_REGION'] ? { region: env['QIMING_S3_REGION'] } : {}),
    forcePathStyle: env['QIMING_S3_PATH_STYLE'] !== 'no',
  }
}

/**
 * Created once and stored beside the objects: a link signed by the worker must work in the API, also after a restart.
 */
function readOrCreateSecret(folder: string): string {
  const file = join(folder, 'secret')
  const draft = join(folder, `secret-${randomUUID()}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file) // atomic, and only the first of several processes succeeds
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}
