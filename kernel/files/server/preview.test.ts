import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId, Ret, type Actor } from '#packages/core'
import { prepareQueues, startWorker } from '#packages/jobs'
import { makeDocuments, createActor, useDatabase } from '#packages/testing'
import type { FileKind, Preview } from '../contract.ts'
import { openFileStore, readFilesInstallation } from './installation.ts'
import { anySessionOpen } from './files.fixture.ts'
import { filesGateway } from './gateway.ts'
import { previewKey } from './object-keys.ts'
import { readLinkToken } from './file-links.ts'
import { makePreviewJob, sweepPreviewsJob } from './preview-jobs.ts'
import { findFile } from './file-queries.ts'
import { getPreview } from './service/preview-file.ts'
import { storeFile } from './service/store-files.ts'

const database = useDatabase()
const { as, home, away } = database
const li = createActor({ districtId: home })
const wang = createActor({ districtId: home })
const stranger = createActor({ districtId: away })
const publicRecord = newId()
let folder: string
let letter: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-test-'))
  const env = { QIMING_OBJECTS_DIR: join(folder, 'objects'), QIMING_FILES_URL: 'https://files.test' }
  database.contribute('filesInstallation', readFilesInstallation(env))
  database.contribute('fileOwners', { kind: 'preview-test', canRead: async (_, id) => id === publicRecord })
  const [path] = await makeDocuments(folder, [{ name: 'letter.html', text: '<p>各中小学校：放假通知</p>' }], 'docx')
  letter = await readFile(path!)
  await prepareQueues(database.url('portal_owner'), [makePreviewJob], [])
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => database.sql('truncate tenant.file_preview; delete from pgboss.job'))

/** A file of a record that everybody may read; the same content unless given. */
const store = (name: string, kind: FileKind, content: Uint8Array, ownerId = publicRecord, who = li) => {
  const { districtId, personId, orgId } = who
  const where = { app: database.app, cells: database.cells, districtId, now: new Date() }
  return storeFile(where, { name, kind, content, owner: { kind: 'preview-test', id: ownerId }, personId, orgId })
}
let number = 0
/** A different document each time: a zip may end with a comment, whose length is in the last two bytes. */
function another(): Buffer {
  const archive = Buffer.from(letter)
  archive.writeUInt16LE(2, archive.length - 2)
  return Buffer.concat([archive, Buffer.from([0, ++number])])
}
const getPreviewAs = (who: Actor, id: string) => as(who, (ctx) => getPreview(ctx, id))
const jobs = () => database.sql("select id from pgboss.job where name = 'preview.make'")
const at = (address: string | null) => readLinkToken(new URL(address!).pathname.split('/')[2]!, new Date())

const log = { info: () => {}, warn: () => {}, error: () => {} }
/** Runs the queue and polls the preview until it is as expected. */
async function wait(who: Actor, id: string, isEnough: (preview: Preview) => boolean): Promise<Preview> {
  const worker = startWorker({
    app: database.app,
    cells: database.cells,
    jobs: [makePreviewJob],
    subscriptions: [],
    log,
    pollSeconds: 0.5,
  })
  await worker.ready
  const seen = await vi.waitUntil(async () => [await getPreviewAs(who, id)].find(isEnough), {
    timeout: 60_000,
    interval: 100,
  })
  await worker.stop()
  return seen
}

describe('a file that browsers can show', () => {
  it('has a preview at once, without a job', async () => {
    const kinds = { image: 'a.png', video: 'a.mp4', audio: 'a.mp3', pdf: 'a.pdf', txt: 'a.txt' } as const
    for (const [kind, name] of Object.entries(kinds) as [FileKind, string][]) {
      const id = await store(name, kind, Buffer.from(name))
      const preview = await getPreviewAs(wang, id)
      expect(preview).toMatchObject({ state: 'ready', kind: kind === 'txt' ? 'text' : kind, pages: null, message: '' })
      expect(at(preview.url)).toMatchObject({ fileId: id, variant: 'file', isDownload: false, personId: wang.personId })
    }
    expect(await jobs()).toEqual([])
  })

  it('has no preview without permission to read it', async () => {
    const hidden = await store('a.pdf', 'pdf', Buffer.from('x'), newId())
    await expect(getPreviewAs(wang, hidden)).rejects.toMatchObject({ ret: Ret.notFound })
    const id = await store('b.pdf', 'pdf', Buffer.from('y'))
    await expect(getPreviewAs(stranger, id)).rejects.toMatchObject({ ret: Ret.notFound })
  })

  it('of an unsupported type has no preview', async () => {
    const id = await store('all.zip', 'zip', Buffer.from('PK'))
    expect(await getPreviewAs(wang, id)).toMatchObject({
      state: 'none',
      url: null,
      message: '该文件无法预览，请下载查看',
    })
  })
})

describe('an office document', () => {
  const later = (minutes: number) =>
    database.sql(`update tenant.file_preview set requested_at = requested_at - interval '${minutes} minutes'`)
  const sweep = () =>
    sweepPreviewsJob.handleOutside!({ app: database.app, cells: database.cells, districtId: home, now: new Date() }, {})

  it('is converted to PDF when it is first viewed, and is ready from then on', async () => {
    const content = another()
    const id = await store('通知.docx', 'word', content)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'making', url: null, message: '预览生成中，请稍等' })
    const made = await wait(li, id, ({ state }) => state !== 'making')
    expect(made).toMatchObject({ state: 'ready', kind: 'pdf', pages: 1, message: '' })
    expect(at(made.url)).toMatchObject({ fileId: id, variant: 'preview', personId: li.personId })
    expect(await objectOf(id)).toMatchObject({ contentType: 'application/octet-stream', metadata: { sealed: 'yes' } })
    const pdf = await filesGateway(database, { log: false, isSessionOpen: anySessionOpen }).inject(
      new URL(made.url!).pathname,
    )
    expect([pdf.headers['content-type'], pdf.body.slice(0, 4)]).toEqual(['application/pdf', '%PDF'])

    // The same content in another file of another person is not converted again.
    const copy = await store('放假.docx', 'word', content)
    expect(await getPreviewAs(wang, copy)).toMatchObject({ state: 'ready', pages: 1 })
    expect(await jobs()).toHaveLength(1)
  })

  it('requested by many at once is converted once', async () => {
    const id = await store('通知.docx', 'word', another())
    await Promise.all(Array.from({ length: 8 }, (_, at) => getPreviewAs(at % 2 ? li : wang, id)))
    expect(await jobs()).toHaveLength(1)
  })

  it('that cannot be opened is reported and not tried again', async () => {
    const id = await store('坏的.docx', 'word', another().subarray(0, 1000))
    await getPreviewAs(li, id)
    const failed = await wait(li, id, ({ state }) => state !== 'making')
    expect(failed).toMatchObject({ state: 'failed', kind: 'none', url: null, message: '该文件无法预览，请下载查看' })
    await getPreviewAs(wang, id)
    expect(await jobs()).toHaveLength(1)
  })

  it('whose conversion was lost is retried, three times an hour at most', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await later(2)
    await getPreviewAs(li, id)
    expect(await jobs()).toHaveLength(1)
    for (const times of [2, 3]) {
      await later(3)
      await Promise.all([getPreviewAs(li, id), getPreviewAs(wang, id)])
      expect(await jobs()).toHaveLength(times)
    }
    await later(3)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'failed' })
    await later(60)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'making' })
    expect(await jobs()).toHaveLength(4)
  })

  it('that waited in the queue counts its time from the start', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await later(2)
    await wait(li, id, ({ state }) => state === 'ready')
    expect(
      await database.sql("select from tenant.file_preview where requested_at > now() - interval '1 minute'"),
    ).toHaveLength(1)
  })

  it('that took too long is retried after an hour, because the machine may have been busy', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await database.sql("update tenant.file_preview set state = 'failed', reason = 'too-long'")
    await later(59)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'failed' })
    await later(2)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'making' })
    expect(await jobs()).toHaveLength(2)
    await database.sql("update tenant.file_preview set state = 'failed', reason = 'unreadable'")
    await later(600)
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'failed' })
  })

  it('uploaded again while its preview was being deleted is converted again', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await database.sql("update tenant.file_preview set state = 'removing'") // and there the sweep was interrupted
    await sweep()
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'making' })
    expect(await jobs()).toHaveLength(2)
  })

  it('converted by an older version is converted again', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await database.sql("update tenant.file_preview set state = 'ready', pages = 3, version = 0")
    expect(await getPreviewAs(li, id)).toMatchObject({ state: 'making' })
    expect(await jobs()).toHaveLength(2)
  })

  it('longer than 200 pages is shown in part with a notice', async () => {
    const id = await store('通知.docx', 'word', another())
    await getPreviewAs(li, id)
    await database.sql("update tenant.file_preview set state = 'ready', pages = 200")
    expect(await getPreviewAs(li, id)).toMatchObject({
      state: 'ready',
      pages: 200,
      message: '仅显示前200页，完整内容请下载查看',
    })
  })

  it('leaves no preview when no file has that content any more', async () => {
    const content = another()
    const id = await store('通知.docx', 'word', content)
    const copy = await store('通知2.docx', 'word', content)
    const file = await as(li, (ctx) => findFile(ctx.db, id))
    const key = previewKey(home, file!.sha256!)
    const objects = await openFileStore(database)
    await objects.put(key, 'a PDF', { contentType: 'application/pdf' })
    await getPreviewAs(li, id)
    await database.sql(
      "update tenant.file_preview set state = 'ready', pages = 1, requested_at = now() - interval '2 hours'",
    )
    const forget = (gone: string) =>
      database.sql(
        `delete from tenant.file_claim where file_id = '${gone}'; delete from tenant.file where id = '${gone}'`,
      )
    await forget(id)
    await sweep()
    expect(await getPreviewAs(li, copy)).toMatchObject({ state: 'ready' })
    await forget(copy)
    await sweep()
    expect(await objects.head(key)).toBeUndefined()
    expect(await database.sql('select state from tenant.file_preview')).toEqual([])
  })

  const objectOf = async (id: string) => {
    const file = await as(li, (ctx) => findFile(ctx.db, id))
    return (await openFileStore(database)).head(previewKey(home, file!.sha256!))
  }
})
