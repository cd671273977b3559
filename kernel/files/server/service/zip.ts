import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BodyOf } from '#packages/contract'
import { newId, Refusal, type Ctx } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { recordDownloads } from '#kernel/audit/server'
import { defineTask, type TaskRun } from '#kernel/task/server'
import type { filesApi } from '../../contract.ts'
import { cleanName, uniqueNames } from '../check/names.ts'
import { installation } from '../installation.ts'
import { fileKey } from '../keys.ts'
import { fileById, filesByIds, type FileRow } from '../queries.ts'
import { insertSources, keepSources, openSources } from '../source-queries.ts'
import { linkFor } from './attachments.ts'
import { cipherFor, readKept } from './contents.ts'
import { readableFile, readableFiles } from './reading.ts'
import { fillFile, reserveFile } from './storing.ts'

const gigabyte = 1024 ** 3
const mostGigabytes = 4

/**
 * Packs several files into one. The rights were looked at when it was asked for; what was recalled or let go of since is
 * left out, and when that happens later the zip can no longer be read.
 */
export const zipFiles = defineTask<{ ids: readonly string[]; zipId: string }>({
  kind: 'files.zip',
  title: '打包下载',
  async run(run, { ids, zipId }) {
    const outside = { cells: run.cells, districtId: run.districtId, now: new Date() }
    const { files, zip } = await stillThere(run, ids, zipId)
    const left = ids.length - files.length
    const words = left > 0 ? `共${files.length}个文件，另有${left}个已不可用` : `共${files.length}个文件`
    if (zip?.status === 'ready') return { file: zipId, words } // it was made before the last crash
    if (files.length === 0) throw new Refusal('所选文件已不可用')
    const packing = pack(run, zipId, files)
    try {
      await fillFile(outside, zipId, {
        content: packing.content,
        owner: { kind: 'task', id: run.taskId },
        alongside: (db) => noteTaken(db, run, zipId, files),
      })
    } finally {
      packing.end()
    }
    return { file: zipId, words }
  },
})

export async function startZip(ctx: Ctx, { name, ids }: BodyOf<typeof filesApi.zip>): Promise<{ taskId: string }> {
  const distinct = [...new Set(ids)]
  const readables = await readableFiles(ctx, distinct)
  // What is in the inner one could be recalled, and the outer one would not know.
  if (readables.some(({ file }) => file.kind === 'zip')) throw new Refusal('压缩包不能再次打包')
  // It would outlive what is to be downloaded once.
  if (readables.some(({ file }) => file.onceUntil)) throw new Refusal('含完整号码的导出文件不能打包，请直接下载')
  const bytes = readables.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > mostGigabytes * gigabyte) throw new Refusal(`一次打包的文件总大小不能超过${mostGigabytes}GB，请分批下载`)
  const title = cleanName(name)
  const { personId, orgId } = ctx.actor
  // Its name is somebody's words: they stay in the table, and the job knows only ids.
  const zipId = await reserveFile(ctx.db, { name: `${title}.zip`, kind: 'zip', personId, orgId }, ctx.now)
  const sources = readables.map(({ file, claim }) => ({
    fileId: file.id,
    claimId: claim?.id ?? null,
    epoch: claim?.epoch ?? 0,
  }))
  await insertSources(ctx.db, zipId, sources)
  const taskId = await zipFiles.start(ctx, {
    title: `打包下载：${title}`,
    data: { ids: distinct, zipId },
    total: distinct.length,
  })
  return { taskId }
}

/** What is still to be had of these files, and the zip itself as far as it is. */
async function stillThere({ cells, districtId }: TaskRun, ids: readonly string[], zipId: string) {
  const { files, open } = await inDistrict(
    cells,
    districtId,
    async (db) => ({ files: await filesByIds(db, [...ids, zipId]), open: await openSources(db, zipId) }),
    { readOnly: true },
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  return { files: ids.filter((id) => open.has(id)).map((id) => byId.get(id)!), zip: byId.get(zipId) }
}

/** Whoever takes a zip has taken each file in it. The address is with the line of the zip itself. */
async function noteTaken(db: Db, { owner, taskId }: TaskRun, zipId: string, files: readonly FileRow[]) {
  const ids = files.map(({ id }) => id)
  await keepSources(db, zipId, ids)
  const line = { at: new Date(), person_id: owner.personId, org_id: owner.orgId, address: '', request_id: taskId }
  await recordDownloads(
    db,
    ids.map((id) => ({ ...line, id: newId(), file_id: id, kind: 'download' })),
  )
}

/** What shrinks no further: packing it again costs time and saves nothing. */
const packed = new Set(['image', 'video', 'audio', 'pdf', 'zip'])

/** The zip as a stream: one file after the other, each fetched when its turn comes. */
function pack(run: TaskRun, zipId: string, files: readonly FileRow[]) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let done = 0
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error('the packing broke off'))
  zip.on('error', fail) // an object that is shorter than the table says, for one
  output.on('error', () => {}) // it may break off before anybody reads; who reads it then is told
  const names = uniqueNames(files.map(({ name }) => name))
  for (const [at, file] of files.entries()) {
    const options = { mtime: file.createdAt, compress: !packed.has(file.kind), size: file.size }
    zip.addReadStreamLazy(names[at]!, options, (give) => {
      void fetchOne(run, file, done++).then((body) => give(null, body), fail)
    })
  }
  zip.end()
  const onAbort = () => fail(run.signal.reason)
  run.signal.addEventListener('abort', onAbort)
  return {
    content: output as AsyncIterable<Uint8Array>,
    end() {
      run.signal.removeEventListener('abort', onAbort)
      output.destroy()
    },
  }

  async function fetchOne(
    { cells, districtId, progress }: TaskRun,
    { id, name, size, isSealed }: FileRow,
    before: number,
  ) {
    await progress(before, files.length, name)
    const open = await inDistrict(cells, districtId, (db) => openSources(db, zipId), { readOnly: true })
    if (!open.has(id)) throw new Refusal('部分文件已不可用，请重新打包')
    const fields = isSealed ? await cipherFor(cells, districtId) : undefined
    const body = await readKept(await installation.objects(), { key: fileKey(districtId, id), size, fields })
    if (!body) throw new Error('a file that is ready has no object')
    body.on('error', fail)
    return body
  }
}

/** What a task made, as a link for its owner. */
export async function openMade(ctx: Ctx, _taskId: string, fileId: string): Promise<string> {
  const file = await fileById(ctx.db, fileId)
  if (!file || file.status === 'removing') throw new Refusal('文件已下载或已过期，请重新生成')
  return linkFor(ctx, await readableFile(ctx, fileId), { variant: 'file', isDownload: true })
}
