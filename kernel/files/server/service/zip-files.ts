import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { BodyOf } from '#packages/contract'
import { newId, Refusal, type Ctx } from '#packages/core'
import { inDistrict, type Db } from '#packages/db'
import { recordDownloads } from '#kernel/audit/server/api.ts'
import { defineTask, type TaskRun } from '#kernel/task/server/api.ts'
import type { filesApi } from '../../contract.ts'
import { cleanFileName, makeNamesUnique } from '../check/file-names.ts'
import { openFileStore } from '../installation.ts'
import { fileKey } from '../object-keys.ts'
import { findFile, listFiles, type FileRow } from '../file-queries.ts'
import { insertZipSources, deleteOtherSources, listOpenSources } from '../zip-source-queries.ts'
import { createFileLink } from './attachments.ts'
import { getDistrictCipher, readContent } from './sealed-contents.ts'
import { getReadableFile, listReadableFiles } from './readable-files.ts'
import { writeReservedFile, reserveFile } from './store-files.ts'

const gigabyte = 1024 ** 3
const maxGigabytes = 4

/**
 * Packs several files into one zip. Permissions were checked at the request; files recalled or released since are left
 * out, and a later recall makes the zip unreadable.
 */
export const zipFilesTask = defineTask<{ ids: readonly string[]; zipId: string }>({
  kind: 'files.zip',
  title: '打包下载',
  async run(run, { ids, zipId }) {
    const outside = { app: run.app, cells: run.cells, districtId: run.districtId, now: new Date() }
    const { files, zip } = await listAvailableFiles(run, ids, zipId)
    const left = ids.length - files.length
    const message = left > 0 ? `共${files.length}个文件，另有${left}个已不可用` : `共${files.length}个文件`
    if (zip?.status === 'ready') return { file: zipId, message } // it was made before the last crash
    if (files.length === 0) throw new Refusal('所选文件已不可用')
    const packing = packFiles(run, zipId, files)
    try {
      await writeReservedFile(outside, zipId, {
        content: packing.content,
        owner: { kind: 'task', id: run.taskId },
        alongside: (db) => recordZipDownloads(db, run, zipId, files),
      })
    } finally {
      packing.end()
    }
    return { file: zipId, message }
  },
})

export async function startZip(ctx: Ctx, { name, ids }: BodyOf<typeof filesApi.zip>): Promise<{ taskId: string }> {
  const distinct = [...new Set(ids)]
  const readables = await listReadableFiles(ctx, distinct)
  // A recall of a file in the inner zip would not affect the outer one.
  if (readables.some(({ file }) => file.kind === 'zip')) throw new Refusal('压缩包不能再次打包')
  // The zip would outlive the one-time file.
  if (readables.some(({ file }) => file.onceUntil)) throw new Refusal('含完整号码的导出文件不能打包，请直接下载')
  const bytes = readables.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > maxGigabytes * gigabyte) throw new Refusal(`一次打包的文件总大小不能超过${maxGigabytes}GB，请分批下载`)
  const title = cleanFileName(name)
  const { personId, orgId } = ctx.actor
  // The name may contain personal data: it stays in the table, and the job has only ids.
  const zipId = await reserveFile(ctx.db, { name: `${title}.zip`, kind: 'zip', personId, orgId }, ctx.now)
  const sources = readables.map(({ file, claim }) => ({
    fileId: file.id,
    claimId: claim?.id ?? null,
    epoch: claim?.epoch ?? 0,
  }))
  await insertZipSources(ctx.db, zipId, sources)
  const taskId = await zipFilesTask.start(ctx, {
    title: `打包下载：${title}`,
    data: { ids: distinct, zipId },
    total: distinct.length,
  })
  return { taskId }
}

/** The files that are still readable, and the zip row. */
async function listAvailableFiles({ cells, districtId }: TaskRun, ids: readonly string[], zipId: string) {
  const { files, open } = await inDistrict(
    cells,
    districtId,
    async (db) => ({ files: await listFiles(db, [...ids, zipId]), open: await listOpenSources(db, zipId) }),
    { readOnly: true },
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  return { files: ids.filter((id) => open.has(id)).map((id) => byId.get(id)!), zip: byId.get(zipId) }
}

/** Downloading a zip counts as downloading each file in it. The address is in the log row of the zip. */
async function recordZipDownloads(db: Db, { owner, taskId }: TaskRun, zipId: string, files: readonly FileRow[]) {
  const ids = files.map(({ id }) => id)
  await deleteOtherSources(db, zipId, ids)
  const line = { at: new Date(), person_id: owner.personId, org_id: owner.orgId, address: '', request_id: taskId }
  await recordDownloads(
    db,
    ids.map((id) => ({ ...line, id: newId(), file_id: id, kind: 'download' })),
  )
}

/** Already compressed kinds: compressing them again saves nothing. */
const compressedKinds = new Set(['image', 'video', 'audio', 'pdf', 'zip'])

/** The zip as a stream: each file is fetched when its turn comes. */
function packFiles(run: TaskRun, zipId: string, files: readonly FileRow[]) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let done = 0
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error('the packing broke off'))
  zip.on('error', fail) // for example an object that is shorter than its row says
  output.on('error', () => {}) // it may fail before anybody reads; a later reader gets the error
  const names = makeNamesUnique(files.map(({ name }) => name))
  for (const [at, file] of files.entries()) {
    const options = { mtime: file.createdAt, compress: !compressedKinds.has(file.kind), size: file.size }
    zip.addReadStreamLazy(names[at]!, options, (hand) => {
      void fetchOne(run, file, done++).then((body) => hand(null, body), fail)
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
    { app, cells, districtId, progress }: TaskRun,
    { id, name, size, isSealed }: FileRow,
    before: number,
  ) {
    await progress(before, files.length, name)
    const open = await inDistrict(cells, districtId, (db) => listOpenSources(db, zipId), { readOnly: true })
    if (!open.has(id)) throw new Refusal('部分文件已不可用，请重新打包')
    const fields = isSealed ? await getDistrictCipher(cells, districtId) : undefined
    const body = await readContent(await openFileStore({ app }), { key: fileKey(districtId, id), size, fields })
    if (!body) throw new Error('a file that is ready has no object')
    body.on('error', fail)
    return body
  }
}

/** A link to the result of a task for its owner. */
export async function openTaskResult(ctx: Ctx, _taskId: string, fileId: string): Promise<string> {
  const file = await findFile(ctx.db, fileId)
  if (!file || file.status === 'removing') throw new Refusal('文件已下载或已过期，请重新生成')
  return createFileLink(ctx, await getReadableFile(ctx, fileId), { variant: 'file', isDownload: true })
}
