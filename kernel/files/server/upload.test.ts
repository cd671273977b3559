import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBureau, aSchool } from '#kernel/org/server/example.ts'
import { newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { partBytes } from '../contract.ts'
import { useFiles } from './files.fixture.ts'
import { openFileStore } from './installation.ts'
import { sweepUnusedFilesJob } from './jobs.ts'
import { quarantineKey, fileKey } from './object-keys.ts'
import { claimFiles } from './service/claims.ts'
import { getFileLimits } from './service/upload-limits.ts'
import { createPartLinks, removeUpload } from './service/uploads.ts'

const database = useDatabase()
const { as, home } = database
const files = useFiles(database)
let bureau: { id: string; path: string }
let school: string
let li: Actor
let wang: Actor

beforeAll(async () => {
  await as(createActor(), async (ctx) => {
    bureau = await aBureau(ctx)
    school = (await aSchool(ctx, bureau)).id
  })
  li = createActor({ orgId: school })
  wang = createActor({ orgId: school })
})
beforeEach(async () => {
  await database.sql('truncate tenant.file_claim, tenant.file_source, tenant.file')
  await files.empty()
})

const notThere = { ret: Ret.notFound }
const poem = Buffer.from('春眠不觉晓，处处闻啼鸟。\n')
const text = (length: number) => Buffer.concat([poem, Buffer.alloc(length - poem.length, '.')])
const keys = async (prefix: string) => {
  const { objects } = await (await openFileStore(database)).list(prefix)
  return objects.map(({ key }) => key)
}

describe('an upload', () => {
  it('in parts becomes a file that its uploader may read', async () => {
    const bytes = text(2 * partBytes + 7)
    const begun = await files.begin(li, '课文.txt', bytes.length)
    expect(begun).toMatchObject({ status: 'uploading', partBytes, partCount: 3, done: [], file: null })
    await files.send(li, begun, bytes, [2, 3, 1])
    expect(await files.complete(li, begun.id)).toMatchObject({ status: 'checking', file: null })
    expect(await keys('files/')).toEqual([])
    await files.check(li, begun.id)
    const { status, file } = await files.state(li, begun.id)
    expect(status).toBe('ready')
    expect(file).toMatchObject({
      name: '课文.txt',
      kind: 'txt',
      size: bytes.length,
      sizeText: '16 MB',
      thumbUrl: null,
    })
    const answer = await fetch(file!.url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await keys('quarantine/')).toEqual([])
    const [row] = await database.sql<{ sha256: Buffer }>('select sha256 from tenant.file')
    expect(row!.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true)
  })

  it('is resumed, also from another page', async () => {
    const bytes = text(3 * partBytes)
    const begun = await files.begin(li, '课件.txt', bytes.length, '1700000000')
    await files.send(li, begun, bytes, [1, 3])
    expect(await files.complete(li, begun.id)).toMatchObject({ status: 'uploading', done: [1, 3] })
    const again = await files.begin(li, '课件.txt', bytes.length, '1700000000')
    expect(again).toMatchObject({ id: begun.id, done: [1, 3] })
    const others = [
      await files.begin(li, '课件.txt', bytes.length, '1700000001'),
      await files.begin(li, '课件.txt', bytes.length - 1, '1700000000'),
      await files.begin(wang, '课件.txt', bytes.length, '1700000000'),
    ]
    for (const other of others) {
      expect(other.id).not.toBe(begun.id)
      expect(other.done).toEqual([])
    }
    await files.send(li, again, bytes, [2])
    expect(await files.complete(li, begun.id)).toMatchObject({ status: 'checking' })
  })

  it('that the store has lost begins again', async () => {
    const begun = await files.begin(li, '课件.txt', 10)
    const [row] = await database.sql<{ upload_id: string }>('select upload_id from tenant.file')
    await (await openFileStore(database)).abortParts(quarantineKey(home, begun.id), row!.upload_id)
    await expect(files.complete(li, begun.id)).rejects.toThrow('上传已失效，请重新上传')
    expect((await files.begin(li, '课件.txt', 10)).id).not.toBe(begun.id)
  })

  it('can be completed and checked twice, also after a lost answer, with one effect', async () => {
    const bytes = text(100)
    const begun = await files.begin(li, '课文.txt', bytes.length)
    await files.send(li, begun, bytes, [1])
    await database.sql("delete from pgboss.job where name = 'file.check'")
    const answers = await Promise.all([files.complete(li, begun.id), files.complete(li, begun.id)])
    for (const { status } of answers) expect(status).toBe('checking')
    // The object was joined, and the process died before that was stored.
    await database.sql("update tenant.file set status = 'uploading'")
    expect(await files.complete(li, begun.id)).toMatchObject({ status: 'checking' })
    await Promise.all([files.check(li, begun.id), files.check(li, begun.id)])
    await files.check(li, begun.id)
    expect(await files.complete(li, begun.id)).toMatchObject({ status: 'ready' })
    expect(await database.sql("select id from pgboss.job where name = 'file.check'")).toHaveLength(2)
    expect(await keys('quarantine/')).toEqual([])
  })

  it('is not visible to others', async () => {
    const begun = await files.begin(li, '课文.txt', 10)
    for (const other of [wang, { ...li, districtId: database.away }]) {
      await expect(files.state(other, begun.id)).rejects.toMatchObject(notThere)
      await expect(files.complete(other, begun.id)).rejects.toMatchObject(notThere)
      await expect(createPartLinks(files.own(other), { id: begun.id, parts: [1] })).rejects.toMatchObject(notThere)
      await expect(removeUpload(files.own(other), begun.id)).rejects.toMatchObject(notThere)
    }
    await expect(createPartLinks(files.own(li), { id: begun.id, parts: [2] })).rejects.toMatchObject({
      ret: Ret.invalid,
    })
  })

  it('is not readable until it was checked', async () => {
    const bytes = text(100)
    const begun = await files.begin(li, '课文.txt', bytes.length)
    await files.send(li, begun, bytes, [1])
    const { file } = await files.complete(li, begun.id)
    expect(file).toBeNull()
    const { endpoint, bucket } = { endpoint: process.env['QIMING_S3_ENDPOINT']!, bucket: files.bucket }
    const { status } = await fetch(`${endpoint}/${bucket}/${quarantineKey(home, begun.id)}`)
    expect(status).toBe(403)
    await expect(as(li, (ctx) => claimFiles(ctx, [begun.id], { kind: 'x', id: newId() }))).rejects.toThrow('正在检查')
  })
})

describe('the upload limits', () => {
  const refusal = (name: string, size = 10) =>
    files.begin(li, name, size).then(
      () => '',
      (error: Error) => error.message,
    )

  it('apply to suffix and size', async () => {
    expect(await refusal('木马.exe')).toBe('不支持的文件类型：exe')
    expect(await refusal('页面.HTML')).toBe('不支持的文件类型：html')
    expect(await refusal('图.svg')).toBe('不支持的文件类型：svg')
    expect(await refusal('包.zip')).toBe('不支持的文件类型：zip')
    expect(await refusal('README')).toBe('不支持的文件类型：无')
    expect(await refusal('片.mp4', 100 * 2 ** 20 + 1)).toBe('单个文件不能超过100MB')
    expect(await refusal('照片.JPG', 100 * 2 ** 20)).toBe('')
  })

  it('are those of the organisation, or of the one above it', async () => {
    const limits = () => as(li, (ctx) => getFileLimits(ctx))
    expect(await limits()).toMatchObject({ maxBytes: 100 * 2 ** 20, maxFiles: 20 })
    expect((await limits()).suffixes).not.toContain('zip')
    await as(li, (ctx) => writeSetting(ctx, bureau.id, 'files', { maxMegabytes: 200, maxFiles: 3 }))
    await as(li, (ctx) => writeSetting(ctx, school, 'files', { maxMegabytes: 1 }))
    expect(await limits()).toMatchObject({ maxBytes: 2 ** 20, maxFiles: 3 })
    expect(await refusal('片.mp4', 2 ** 20 + 1)).toBe('单个文件不能超过1MB')
    for (const orgId of [bureau.id, school]) await as(li, (ctx) => writeSetting(ctx, orgId, 'files', {}))
  })

  it('include a number of uploads', async () => {
    await files.begin(li, '一.txt', 10)
    await database.sql(
      `insert into tenant.file (district_id, id, org_id, person_id, name, suffix, kind, size, status, created_at, unclaimed_at)
       select 1, gen_random_uuid(), org_id, person_id, 'x', 'txt', 'txt', 1, 'uploading', now(), now()
       from tenant.file, generate_series(1, 299)`,
    )
    await expect(files.begin(li, '二.txt', 10)).rejects.toMatchObject({ ret: Ret.tooMany })
    expect(await files.begin(li, '一.txt', 10)).toMatchObject({ status: 'uploading' })
  })
})

describe('unused files', () => {
  const sweep = () =>
    sweepUnusedFilesJob.handleOutside!(
      { app: database.app, cells: database.cells, districtId: home, now: new Date() },
      {},
    )
  const later = (hours: number) =>
    database.sql(`update tenant.file set unclaimed_at = unclaimed_at - interval '${hours} hours'`)
  const there = async () =>
    (await database.sql<{ name: string }>('select name from tenant.file')).map(({ name }) => name)

  it('are deleted after a day: incomplete, refused or unused; claimed ones stay', async () => {
    const bytes = text(100)
    await files.begin(li, 'half.txt', 10)
    await files.upload(li, 'refused.pdf', bytes)
    await files.upload(li, 'unused.txt', bytes)
    const { id } = await files.upload(li, 'used.txt', bytes)
    await as(li, (ctx) => claimFiles(ctx, [id], { kind: 'x', id: newId() }))
    await later(23)
    await sweep()
    expect(await there()).toHaveLength(4)
    await later(2)
    await sweep()
    await sweep()
    expect(await there()).toEqual(['used.txt'])
    expect(await keys('')).toEqual([fileKey(home, id)])
  })

  it('cannot be claimed and swept at the same time', async () => {
    const { id } = await files.upload(li, 'late.txt', text(100))
    await later(25)
    const claiming = as(li, (ctx) => claimFiles(ctx, [id], { kind: 'x', id: newId() })).then(
      () => true,
      () => false,
    )
    const [isHeld] = await Promise.all([claiming, sweep()])
    expect(await keys('files/')).toEqual(isHeld ? [fileKey(home, id)] : [])
    expect(await there()).toEqual(isHeld ? ['late.txt'] : [])
  })

  it('can be removed by the uploader while they are unclaimed', async () => {
    const { id } = await files.upload(li, '写错了.txt', text(100))
    await removeUpload(files.own(li), id)
    await expect(files.state(li, id)).rejects.toMatchObject(notThere)
    expect(await keys('')).toEqual([])
    const claimedId = (await files.upload(li, '交了.txt', text(100))).id
    await as(li, (ctx) => claimFiles(ctx, [claimedId], { kind: 'x', id: newId() }))
    await expect(removeUpload(files.own(li), claimedId)).rejects.toThrow('文件已被使用')
    expect(await keys('')).toEqual([fileKey(home, claimedId)])
  })
})
