import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { createDiskStore, ensureBucket, readS3Settings, createS3Store, type ObjectStore } from './index.ts'

const repository = join(import.meta.dirname, '../..')

/** A test bucket on this checkout's S3 server, which is started if needed. */
export async function openS3() {
  await promisify(execFile)('bin/stack', ['up', 's3'], { cwd: repository, timeout: 300_000 })
  const env = parseEnv(await readFile(join(repository, '.stack/env'), 'utf8'))
  const settings = readS3Settings({ ...env, QIMING_S3_BUCKET: `test-${randomUUID()}` })
  await ensureBucket(settings)
  const store = createS3Store(settings)
  const admin = new S3Client({
    endpoint: settings.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  })
  const close = async () => {
    for (const { key } of await listEverything(store)) await store.delete(key)
    await admin.send(new DeleteBucketCommand({ Bucket: settings.bucket }))
    admin.destroy()
    store.close()
  }
  return { store, settings, admin, close }
}

/** A temporary folder and a server for its links. */
export async function openDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'))
  const server = createServer((request, response) => store.serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/objects`
  const store = createDiskStore({ folder, baseUrl, secret: randomBytes(32).toString('hex') })
  const close = async () => {
    store.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await rm(folder, { recursive: true })
  }
  return { store, folder, port, close }
}

/** All objects under a prefix, page by page. */
export async function listEverything(store: ObjectStore, prefix = '', limit = 1000) {
  const found = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await store.list(prefix, { after, limit })
    if (page.objects.length > limit) throw new Error(`${page.objects.length} objects on a page of ${limit}`)
    found.push(...page.objects)
    after = page.next
  }
  return found
}
