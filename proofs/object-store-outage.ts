/**
 * kill -9 of Redis and of the object store gateway during uploads, packing and reads: everything acknowledged before is
 * there afterwards, work in progress continues by itself, and requests in between get a quick answer.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { partBytes } from '#kernel/files/contract.ts'
import { ApiClient } from './shared/browser.ts'
import { ownGateway } from './shared/object-gateway.ts'
import { installation } from './shared/installation.ts'
import { freePort, startProcess } from './shared/process.ts'
import { ownRedis } from './shared/redis.ts'
import { password } from './shared/seeded-database.ts'
import {
  beginUpload,
  completeUpload,
  emptyBucket,
  requireGood,
  sendPart,
  uploadState,
  uploadWhole,
  waitUntilReady,
} from './shared/upload.ts'

export const about = ['packages/objects/**', 'kernel/task/server/**']
export const shortSeconds = 25

const long = process.argv.includes('--long')
const rounds = long ? 5 : 1
const bucket = `drill-stores-${process.pid}`
const failures: string[] = []
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const textOf = (at: number) => Buffer.from(`第 ${at} 份说明\n${'内容'.repeat(2000)}`)
const secondsSince = (moment: number) => ((performance.now() - moment) / 1000).toFixed(1)
const system = await installation({ name: 'stores', directory: 0, cells: [0], settings: { fsync: 'off' } })
const redis = await ownRedis()
const gateway = await ownGateway()
try {
  await proof()
} finally {
  await redis.kill()
  await gateway.kill()
  await system.remove()
  await emptyBucket(bucket)
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`stores: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood: boolean) {
  console.log(`stores: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

interface Kept {
  id: string
  hash: string
}

async function proof() {
  const env = { ...system.env, QIMING_REDIS_URL: redis.url, QIMING_S3_ENDPOINT: gateway.url, QIMING_S3_BUCKET: bucket }
  const api = await startProcess('entry/api/main.ts', env, await freePort(), await freePort())
  const worker = await startProcess('entry/worker/main.ts', env, await freePort(), await freePort())
  const teacher = await new ApiClient(api.url).signIn('shiyan.teacher', password)
  const administrator = await new ApiClient(api.url).signIn('shiyan.admin', password)
  const kept: Kept[] = []
  let asked = 0
  for (let round = 1; round <= rounds; round++) {
    for (let at = 0; at < 5; at++) kept.push(await keep(teacher, textOf(round * 100 + at)))
    const large = Buffer.from(randomBytes((3 * partBytes) / 2 + 1000).toString('hex'))
    const begun = await beginUpload(teacher, { name: `记录${round}.txt`, size: large.length, mark: '' })
    await sendPart(teacher, begun.id, large, 1)
    await sendPart(teacher, begun.id, large, 2)

    await Promise.all([redis.kill(), gateway.kill()])
    await whileAway(teacher, begun.id)
    const task = await requireGood(
      teacher.post<{ taskId: string }>('/api/files/zip', { name: '全部', ids: kept.map(({ id }) => id) }),
    )
    for (let at = 0; at < 20; at++) {
      const body = { title: `断电时的问题${asked}`, text: '还在吗', page: '', files: [] }
      const { ret: code } = await teacher.post('/api/support/create', body)
      if (code === 1) asked++
    }
    show(`away: 20 questions asked, ${asked - (round - 1) * 20} acknowledged`, asked === round * 20)
    const back = performance.now()
    await Promise.all([redis.start(), gateway.start()])
    await goesOn(teacher, begun.id, large, back)
    kept.push({ id: begun.id, hash: hashOf(large) })
    await packed(teacher, task.taskId, back)
  }
  await nothingIsLost(teacher, kept)
  const { itemCount } = await requireGood(
    administrator.get<{ itemCount: number }>('/api/msg/list?kind=todo&state=open&pageSize=1'),
  )
  show(`back: ${asked} acknowledged questions are ${itemCount} to-dos of the administrator`, itemCount === asked)
  await worker.kill('SIGTERM')
  await api.kill('SIGTERM')
}

async function keep(who: ApiClient, bytes: Uint8Array<ArrayBuffer>): Promise<Kept> {
  const hash = hashOf(bytes)
  return { id: await uploadWhole(who, `${hash.slice(0, 8)}.txt`, bytes), hash }
}

/** Requests get a quick answer while the store is down, and requests without the store work. */
async function whileAway(who: ApiClient, id: string) {
  const state = await who.get(`/api/files/uploadState?id=${id}`)
  const ended = await who.post('/api/files/completeUpload', { id })
  const slowest = Math.round(Math.max(state.milliseconds, ended.milliseconds))
  show(
    `away: progress and end of an upload get ${state.ret} and ${ended.ret}, the later after ${slowest} ms`,
    state.ret === -503 && ended.ret === -503 && slowest < (long ? 5_000 : 20_000),
  )
  const list = await who.get('/api/msg/list')
  show(`away: the list of messages gets ${list.ret} after ${Math.round(list.milliseconds)} ms`, list.ret === 1)
}

async function goesOn(who: ApiClient, id: string, bytes: Uint8Array<ArrayBuffer>, back: number) {
  const { done } = await uploadState(who, id)
  show(`back: parts ${done.join(', ')} of 4 are there`, done.join() === '1,2')
  for (const part of [3, 4]) await sendPart(who, id, bytes, part)
  await completeUpload(who, id)
  await waitUntilReady(who, id)
  show(`back: the upload is complete after ${secondsSince(back)} s, with two parts sent`, true)
}

interface Task {
  id: string
  status: string
  message: string
}

async function packed(who: ApiClient, taskId: string, back: number) {
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await sleep(200)) {
    const tasks = await requireGood(who.get<Task[]>('/api/task/list'))
    const task = tasks.find(({ id }) => id === taskId)
    if (task?.status === 'done')
      return show(`back: the zip asked for meanwhile is there after ${secondsSince(back)} s`, true)
    if (task?.status === 'failed') return show(`back: the zip asked for meanwhile failed: ${task.message}`, false)
  }
  show('back: the zip asked for meanwhile never came', false)
}

async function nothingIsLost(who: ApiClient, kept: readonly Kept[]) {
  let lost = 0
  for (const { id, hash } of kept) {
    const file = await requireGood(who.get<{ fDownUrl: string }>(`/api/files/detail?id=${id}`))
    const answer = await fetch(file.fDownUrl)
    if (hashOf(new Uint8Array(await answer.arrayBuffer())) !== hash) lost++
  }
  show(`back: of ${kept.length} files that were acknowledged ${lost} are lost or changed`, lost === 0)
}
