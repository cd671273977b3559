import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type Actor } from '#packages/core'
import { readS3Settings, type ObjectStore } from '#packages/objects/index.ts'
import type { TestDatabase } from '#packages/testing'
import { partBytes, type UploadState } from '../contract.ts'
import { filesGateway } from './gateway.ts'
import { readFilesInstallation } from './installation.ts'
import { checkUploadJob } from './jobs.ts'
import { completeUpload, initUpload, createPartLinks, getUploadState } from './service/uploads.ts'

/** These tests have no sessions; ended sessions are tested with the whole app. */
export const anySessionOpen = async () => true

/** A test bucket on a real S3, a gateway on its own port, and people who upload like browsers. */
export function useFiles(database: TestDatabase) {
  const bucket = `test-${randomUUID()}`
  const lines: string[] = []
  let gateway: FastifyInstance
  let installation: ReturnType<typeof readFilesInstallation>

  beforeAll(async () => {
    gateway = filesGateway(database, {
      isSessionOpen: anySessionOpen,
      log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
    })
    const filesUrl = await gateway.listen({ port: 0, host: '127.0.0.1' })
    installation = readFilesInstallation({ ...process.env, QIMING_S3_BUCKET: bucket, QIMING_FILES_URL: filesUrl })
    database.contribute('filesInstallation', installation)
    await installation.openStore()
  })
  afterAll(async () => {
    await gateway.close()
    await removeBucket(await installation.openStore(), bucket)
  })

  const own = (actor: Actor) => database.requestCtx(actor)
  const begin = (actor: Actor, name: string, size: number, mark = '') => initUpload(own(actor), { name, size, mark })
  const state = (actor: Actor, id: string) => getUploadState(own(actor), id)

  /** Sends these parts of a file. */
  const send = async (actor: Actor, { id }: UploadState, bytes: Uint8Array, parts: number[]) => {
    for (const { part, url } of await createPartLinks(own(actor), { id, parts })) {
      const body = bytes.subarray((part - 1) * partBytes, part * partBytes) as Uint8Array<ArrayBuffer>
      const { status } = await fetch(url, { method: 'PUT', body })
      if (status !== 200) throw new Error(`the store answers ${status}`)
    }
  }
  const complete = (actor: Actor, id: string) => completeUpload(own(actor), id)
  /** Runs the check job of an upload. */
  const check = (actor: Actor, fileId: string) =>
    checkUploadJob.handleOutside!(
      { app: database.app, cells: database.cells, districtId: actor.districtId, now: new Date() },
      { fileId },
    )

  return {
    get gateway() {
      return gateway
    },
    /** For tests that replace the contributions of the database. */
    get installation() {
      return installation
    },
    /** The log lines of the gateway. */
    lines,
    bucket,
    own,
    begin,
    send,
    complete,
    check,
    state,
    /** Uploads all parts, completes, and checks. */
    async upload(actor: Actor, name: string, bytes: Uint8Array): Promise<UploadState> {
      const begun = await begin(actor, name, bytes.length, randomUUID())
      await send(
        actor,
        begun,
        bytes,
        Array.from({ length: begun.partCount }, (_, at) => at + 1),
      )
      await complete(actor, begun.id)
      await check(actor, begun.id)
      return state(actor, begun.id)
    },
    async empty() {
      await deleteAll(await installation.openStore())
    },
  }
}

async function deleteAll(objects: ObjectStore) {
  for (;;) {
    const { objects: found } = await objects.list('')
    if (found.length === 0) return
    for (const { key } of found) await objects.delete(key)
  }
}

async function removeBucket(objects: ObjectStore, bucket: string) {
  await deleteAll(objects)
  const { endpoint, accessKey, secretKey } = readS3Settings(process.env)
  const admin = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  await admin.send(new DeleteBucketCommand({ Bucket: bucket }))
  admin.destroy()
}
