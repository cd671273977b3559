import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor } from '#packages/core'
import { prepareQueues, startWorker } from '#packages/jobs'
import { createActor, useDatabase } from '#packages/testing'
import { isOwnTask } from '#kernel/task/server/api.ts'
import { useFiles } from './files.fixture.ts'
import { openFileStore } from './installation.ts'
import { sweepUnusedFilesJob } from './jobs.ts'
import { fileKey } from './object-keys.ts'
import { getDistrictCipher, putSealed } from './service/sealed-contents.ts'
import { claimFiles, recallFiles, releaseFiles, restoreFiles } from './service/claims.ts'
import { openTaskResult, startZip, zipFilesTask } from './service/zip-files.ts'

const database = useDatabase()
const { as, home } = database
const files = useFiles(database)
const li = createActor()
const wang = createActor()
const log = { info: () => {}, warn: () => {}, error: () => {} }
const uploaded = async (name: string, content: string) => (await files.upload(li, name, Buffer.from(content))).id
const requestZip = (who: Actor, ids: string[]) => as(who, (ctx) => startZip(ctx, { name: '三年级/材料', ids }))

interface Row {
  status: string
  message: string
  result: string | null
  done: number
  total: number
}
const taskOf = async (id: string) =>
  (await database.sql<Row>('select status, message, result, done, total from tenant.task where id = $1', [id]))[0]!

beforeAll(async () => {
  database.contribute('fileOwners', { kind: 'task', canRead: isOwnTask })
  database.contribute('fileOwners', { kind: 'letter', canRead: async () => true })
  database.contribute('taskResultOpeners', openTaskResult)
  await prepareQueues(database.url('portal_owner'), [zipFilesTask.job], [])
})

/** Enough files that packing takes a while. */
async function many(length: number): Promise<string[]> {
  const first = await uploaded('诗.txt', '春眠')
  const objects = await openFileStore(database)
  const ids = Array.from({ length }, () => newId())
  const fields = await getDistrictCipher(database.cells, home)
  for (const id of ids) await putSealed(objects, fields, fileKey(home, id), '春眠')
  await database.sql(
    `insert into tenant.file (district_id, id, org_id, person_id, name, suffix, kind, size, status, sha256, is_sealed, created_at, unclaimed_at)
     select f.district_id, new.id, org_id, person_id, name, suffix, kind, size, status, sha256, is_sealed, created_at, unclaimed_at
     from tenant.file f, unnest($2::uuid[]) new (id) where f.id = $1`,
    [first, ids],
  )
  return ids
}

/** Runs the waiting jobs. */
async function work(taskId: string): Promise<Row> {
  const jobs = [zipFilesTask.job]
  const worker = startWorker({
    app: database.app,
    cells: database.cells,
    jobs,
    subscriptions: [],
    log,
    pollSeconds: 0.5,
  })
  await worker.ready
  await expect.poll(async () => (await taskOf(taskId)).status, { timeout: 60_000 }).not.toMatch(/waiting|running/)
  await worker.stop()
  return taskOf(taskId)
}

async function unpacked(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'zip-test-'))
  await writeFile(join(folder, 'a.zip'), Buffer.from(await (await fetch(url)).arrayBuffer()))
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: folder })
  const names = (await readdir(join(folder, 'out'))).toSorted()
  const contents = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, 'out', name), 'utf8')]),
  )
  await rm(folder, { recursive: true })
  return Object.fromEntries(contents) as Record<string, string>
}

describe('a zip of several files', () => {
  it('is packed by a task for its requester, with unique names', async () => {
    const ids = [await uploaded('诗.txt', '春眠'), await uploaded('诗.TXT', '不觉晓'), await uploaded('词.txt', '明月')]
    const { taskId } = await requestZip(li, [...ids, ids[0]!])
    const task = await work(taskId)
    expect(task).toMatchObject({ status: 'done', message: '共3个文件', done: 3, total: 3 })
    const url = await as(li, (ctx) => openTaskResult(ctx, taskId, task.result!))
    expect(decodeURIComponent(new URL(url).pathname)).toMatch(/材料\.zip$/)
    expect(await unpacked(url)).toEqual({ '诗.txt': '春眠', '诗 (2).TXT': '不觉晓', '词.txt': '明月' })
    await expect(as(wang, (ctx) => openTaskResult(ctx, taskId, task.result!))).rejects.toMatchObject({
      ret: Ret.notFound,
    })
  })

  it('is refused when one of them is not readable', async () => {
    const [mine, other] = [
      await uploaded('诗.txt', '春眠'),
      (await files.upload(wang, '词.txt', Buffer.from('明月'))).id,
    ]
    const tasks = () => database.sql('select id from tenant.task order by id')
    const before = await tasks()
    await expect(requestZip(li, [mine, other])).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await tasks()).toEqual(before)
  })

  it('leaves out files that were recalled meanwhile', async () => {
    const [one, two] = [await uploaded('诗.txt', '春眠'), await uploaded('词.txt', '明月')]
    const owner = { kind: 'letter', id: newId() }
    await as(li, (ctx) => claimFiles(ctx, [two], owner))
    const { taskId } = await requestZip(li, [one, two])
    await as(li, (ctx) => recallFiles(ctx, owner))
    const task = await work(taskId)
    expect(task).toMatchObject({ status: 'done', message: '共1个文件，另有1个已不可用' })
    const url = await as(li, (ctx) => openTaskResult(ctx, taskId, task.result!))
    expect(await unpacked(url)).toEqual({ '诗.txt': '春眠' })
  })

  it('leaves out files that were released or claimed by another record', async () => {
    const [one, two, three] = [await uploaded('1.txt', '1'), await uploaded('2.txt', '2'), await uploaded('3.txt', '3')]
    const owner = { kind: 'letter', id: newId() }
    const other = { kind: 'letter', id: newId() }
    await as(li, (ctx) => claimFiles(ctx, [two], owner))
    const { taskId } = await requestZip(li, [one, two, three])
    await as(li, async (ctx) => {
      await releaseFiles(ctx, owner)
      await claimFiles(ctx, [two, three], other)
    })
    expect(await work(taskId)).toMatchObject({ status: 'done', message: '共1个文件，另有2个已不可用' })
  })

  it('becomes unreadable when a file is recalled afterwards', async () => {
    const [one, two] = [await uploaded('诗.txt', '春眠'), await uploaded('词.txt', '明月')]
    const owner = { kind: 'letter', id: newId() }
    await as(li, (ctx) => claimFiles(ctx, [two], owner))
    const { taskId } = await requestZip(li, [one, two])
    const { result } = await work(taskId)
    const open = () => as(li, (ctx) => openTaskResult(ctx, taskId, result!))
    const url = await open()
    expect((await fetch(url)).status).toBe(200)
    await expect(requestZip(li, [result!])).rejects.toThrow('压缩包不能再次打包')
    for (const change of [recallFiles, restoreFiles]) {
      await as(li, (ctx) => change(ctx, owner))
      expect((await fetch(url)).status).toBe(404)
      await expect(open()).rejects.toMatchObject({ ret: Ret.notFound })
    }
  })

  it('logs the download of each file', async () => {
    const ids = [await uploaded('诗.txt', '春眠'), await uploaded('词.txt', '明月')]
    const { taskId } = await requestZip(li, ids)
    await work(taskId)
    const { personId, orgId } = li
    const lines = await database.sql<{ file_id: string }>(
      'select person_id, org_id, file_id, kind from tenant.download_log where request_id = $1 order by file_id',
      [taskId],
    )
    const line = { person_id: personId, org_id: orgId, kind: 'download' }
    expect(lines).toEqual(ids.toSorted().map((id) => ({ ...line, file_id: id })))
  })

  it('is refused above 4 GB', async () => {
    const ids = [await uploaded('诗.txt', '春眠'), await uploaded('词.txt', '明月')]
    await database.sql('update tenant.file set size = $2 where id = any($1)', [ids, 2 * 1024 ** 3 + 1])
    await expect(requestZip(li, ids)).rejects.toThrow('不能超过4GB')
  })

  it('fails the task, not the worker, when an object is shorter than its row says', async () => {
    const id = await uploaded('诗.txt', '春眠')
    await database.sql('update tenant.file set size = size + 1 where id = $1', [id])
    const { taskId } = await requestZip(li, [id])
    const [job] = await database.sql<{ data: object }>(
      "select data from pgboss.job where name = 'files.zip' order by created_on desc limit 1",
    )
    expect(JSON.stringify(job)).toContain(taskId)
    const [zip] = await database.sql<{ id: string }>(
      "select id from tenant.file where kind = 'zip' order by created_at desc limit 1",
    )
    const where = { app: database.app, cells: database.cells, districtId: home, now: new Date() }
    const data = { taskId, data: { ids: [id], zipId: zip!.id } }
    await expect(zipFilesTask.job.handleOutside!(where, data)).rejects.toThrow('unexpected number of bytes')
    await database.sql('update tenant.file set size = size - 1 where id = $1', [id])
    expect(await work(taskId)).toMatchObject({ status: 'done' })
  })

  it('keeps file names out of the queue', async () => {
    await requestZip(li, [await uploaded('王小明的病历.txt', '春眠')])
    const jobs = await database.sql<{ data: object }>("select data from pgboss.job where name = 'files.zip'")
    for (const { data } of jobs) expect(JSON.stringify(data)).not.toMatch(/材料|病历/)
  })

  it('is not readable when a file is recalled during packing', async () => {
    const last = await uploaded('词.txt', '明月')
    const owner = { kind: 'letter', id: newId() }
    await as(li, (ctx) => claimFiles(ctx, [last], owner))
    const { taskId } = await requestZip(li, [...(await many(79)), last])
    const recall = async () => {
      await expect.poll(async () => (await taskOf(taskId)).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
      await as(li, (ctx) => recallFiles(ctx, owner))
    }
    const [task] = await Promise.all([work(taskId), recall()])
    expect(task).toMatchObject({ status: 'failed', message: '部分文件已不可用，请重新打包', result: null })
  })

  it('stops packing when the task is stopped', async () => {
    const ids = await many(79)
    const { taskId } = await requestZip(li, ids)
    const stop = async () => {
      await expect.poll(async () => (await taskOf(taskId)).status, { timeout: 60_000, interval: 10 }).toBe('running')
      await database.sql('update tenant.task set stop_requested_at = now() where id = $1', [taskId])
    }
    const [task] = await Promise.all([work(taskId), stop()])
    expect(task).toMatchObject({ status: 'cancelled', result: null })
    expect(task.done).toBeLessThan(79)
    const zips = await database.sql<{ status: string }>(
      `select status from tenant.file where kind = 'zip' order by created_at desc limit 1`,
    )
    expect(zips).toEqual([{ status: 'uploading' }])
  })

  it('is deleted a week later', async () => {
    const { taskId } = await requestZip(li, [await uploaded('诗.txt', '春眠')])
    const { result } = await work(taskId)
    const sweep = () =>
      sweepUnusedFilesJob.handleOutside!(
        { app: database.app, cells: database.cells, districtId: home, now: new Date() },
        {},
      )
    const there = async () => (await database.sql('select id from tenant.file where id = $1', [result])).length
    await sweep()
    expect(await there()).toBe(1)
    await database.sql("update tenant.file_claim set created_at = created_at - interval '7 days 1 minute'")
    await sweep()
    await database.sql("update tenant.file set unclaimed_at = unclaimed_at - interval '1 day 1 minute'")
    await sweep()
    expect(await there()).toBe(0)
  })
})
