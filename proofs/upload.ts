/**
 * A large file is uploaded in parts while the connection breaks twice in the middle of a part and the API is killed and
 * restarted. Parts that arrived are not sent again, the file is returned byte for byte, and the API keeps none of it in
 * memory.
 */
import { createCipheriv, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { openToolCells, inDistrict } from '#packages/db'
import { districtId } from '#packages/core'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { partBytes } from '#kernel/files/contract.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { readSettings } from '../entry/settings.ts'
import { ApiClient } from './shared/browser.ts'
import { cuttingProxy, type CuttingProxy } from './shared/cutting-proxy.ts'
import { installation } from './shared/installation.ts'
import { freePort, signIn, startProcess, type RunningProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { password } from './shared/seeded-database.ts'
import { beginUpload, completeUpload, emptyBucket, linkOfPart, waitUntilReady } from './shared/upload.ts'
import { app } from './shared/app.ts'

export const about = [
  'kernel/files/server/service/uploads.ts',
  'kernel/files/server/gateway.ts',
  'packages/objects/*parts.ts',
]
export const shortSeconds = 30

const long = process.argv.includes('--long')
const megabytes = long ? 1024 : 64
/** Not a whole number of parts. */
const size = megabytes * 2 ** 20 - 12_345
const lines = 3
/**
 * The downloads are three times the memory that the API may gain: V8 may keep a hundred to two hundred megabytes before
 * it collects garbage.
 */
const downloads = long ? 1 : 12
const mayGrowMegabytes = 256
const failures: string[] = []

const system = await installation({ name: 'upload', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
const line = await cuttingProxy(process.env['QIMING_S3_ENDPOINT']!)
const bucket = `drill-upload-${process.pid}`
try {
  await proof()
} finally {
  await line.close()
  await redis.kill()
  await system.remove()
  await emptyBucket(bucket)
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`upload: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood: boolean) {
  console.log(`upload: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function proof() {
  const filesPort = await freePort()
  const env = {
    ...system.env,
    QIMING_REDIS_URL: redis.url,
    QIMING_S3_BUCKET: bucket,
    QIMING_S3_PUBLIC_URL: line.url,
    QIMING_FILES_PORT: `${filesPort}`,
    QIMING_FILES_URL: `http://127.0.0.1:${filesPort}`,
  }
  const ports = [await freePort(), await freePort()] as const
  const startApi = () => startProcess('entry/api/main.ts', env, ...ports)
  let api = await startApi()
  const worker = await startProcess('entry/worker/main.ts', env, await freePort(), await freePort())
  const { orgId } = await signIn(api.url, 'yunhe.admin', password)
  await allow(env, orgId)
  const page = await new ApiClient(api.url).signIn('yunhe.admin', password)

  const file = { name: '公开课录像.mp4', size, mark: '1700000000' }
  const begun = await beginUpload(page, file)
  console.log(`upload: ${megabytes} MB in ${begun.partCount} parts, ${lines} at a time`)
  const memoryBefore = memoryOf(api)
  const [firstCut, secondCut] = [2, Math.ceil(begun.partCount / 2) + 2]
  line.cut(firstCut, partBytes / 2)
  line.cut(secondCut, partBytes / 3)

  const half = numbers(begun.partCount).slice(0, Math.ceil(begun.partCount / 2))
  const began = performance.now()
  await sendAll(page, begun.id, half)
  await api.kill('SIGKILL')
  api = await startApi()
  const again = await beginUpload(page, file)
  show(
    `after kill -9 of the API the same upload goes on: ${again.done.length} of ${begun.partCount} parts are there`,
    again.id === begun.id && again.done.length === half.length,
  )
  const memoryAgain = memoryOf(api)
  await sendAll(
    page,
    begun.id,
    numbers(begun.partCount).filter((part) => !again.done.includes(part)),
  )
  const seconds = (performance.now() - began) / 1000
  showSent(line, begun.partCount, [firstCut, secondCut])

  const completed = await completeUpload(page, begun.id)
  const repeated = await completeUpload(page, begun.id)
  show(
    `completed in ${seconds.toFixed(1)} s; said twice: ${completed.status}, ${repeated.status}`,
    completed.status !== 'uploading' && repeated.status !== 'uploading',
  )
  const ready = await waitUntilReady(page, begun.id)
  const expected = expectedHash()
  let most = 0
  for (let taken = 1; taken <= downloads; taken++) {
    const downloaded = await hashOf(ready.file!.fDownUrl, api)
    most = Math.max(most, downloaded.most)
    if (taken === 1 || downloaded.sha256 !== expected)
      show(`sha256 through the gateway: ${downloaded.sha256.slice(0, 16)}…`, downloaded.sha256 === expected)
  }
  show(
    `memory of the API: ${memoryBefore} MB before, ${memoryAgain} MB after its restart, at most ${most} MB while ${megabytes * downloads} MB were taken from it`,
    most - memoryAgain <= mayGrowMegabytes,
  )
  console.log(`upload: memory of the worker, which looked at the file: ${memoryOf(worker)} MB`)
  await worker.kill('SIGTERM')
  await api.kill('SIGTERM')
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1)
}

/** Raises the maximum file size of the organisation. */
async function allow(env: Record<string, string>, orgId: string) {
  const cells = openToolCells(readSettings({ ...process.env, ...env }).cells)
  const home = districtId(1)
  await inDistrict(cells, home, (db) =>
    writeSetting(createPlatformCtx(app, home, db, new Date()), orgId, 'files', { maxMegabytes: 2048 }),
  )
  await cells.end()
}

/** Sends parts like the browser: some in parallel, and failed ones again. */
async function sendAll(page: ApiClient, id: string, parts: readonly number[]) {
  const waiting = [...parts]
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      for (let tries = 1; ; tries++) {
        if (await send(await linkOfPart(page, id, part), part)) break
        if (tries === 5) throw new Error(`part ${part} does not get through`)
      }
    }
  }
  await Promise.all(Array.from({ length: lines }, lane))
}

function send(url: string, part: number): Promise<boolean> {
  const bytes = contentOf(part)
  const options = { method: 'PUT', agent: false, headers: { 'content-length': bytes.length } } as const
  return new Promise((done) => {
    const sending = request(url, options, (answer) => {
      answer.resume().once('end', () => done(answer.statusCode === 200))
    })
    sending.on('error', () => done(false))
    sending.end(bytes)
  })
}

/** A file with the header of a video and random bytes after it; generated each time, so it need not be stored. */
function contentOf(part: number): Buffer {
  const length = Math.min(partBytes, size - (part - 1) * partBytes)
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 'qiming'), Buffer.alloc(16, part % 256)).update(
    Buffer.alloc(length),
  )
  if (part === 1) Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1').copy(noise)
  return noise
}

function expectedHash(): string {
  const hash = createHash('sha256')
  for (const part of numbers(Math.ceil(size / partBytes))) hash.update(contentOf(part))
  return hash.digest('hex')
}

function showSent({ sent }: CuttingProxy, partCount: number, cut: readonly number[]) {
  const often = numbers(partCount).filter((part) => sent.get(part) !== (cut.includes(part) ? 2 : 1))
  const all = [...sent.values()].reduce((sum, count) => sum + count, 0)
  show(
    `${all} sendings of ${partCount} parts: the ${cut.length} that were cut off twice, all others once`,
    often.length === 0,
  )
}

/** In megabytes, as the system counts it. */
function memoryOf({ child }: RunningProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function hashOf(url: string, api: RunningProcess) {
  const probe = () => memoryOf(api)
  const hash = createHash('sha256')
  let most = probe()
  let pieces = 0
  const answer = await fetch(url)
  for await (const piece of answer.body!) {
    hash.update(piece)
    if (++pieces % 200 === 0) most = Math.max(most, probe())
  }
  return { sha256: hash.digest('hex'), most }
}
