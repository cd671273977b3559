import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBureau } from '#kernel/org/server/example.ts'
import { newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createPerson } from '#kernel/identity/server/api.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { createFilesField } from './files-field.ts'
import { useFiles } from './files.fixture.ts'
import { claimFiles, recallFiles, releaseFiles, restoreFiles } from './service/claims.ts'
import { getFileDetail, listOwnerFiles } from './service/readable-files.ts'
import { storeFile } from './service/store-files.ts'

const database = useDatabase()
const { as, home } = database
const files = useFiles(database)
const poem = Buffer.from('春眠不觉晓，处处闻啼鸟。\n')
const notThere = { ret: Ret.notFound }
let li: Actor
let wang: Actor
/** The people who may read each record. */
const readers = new Map<string, string[]>()

beforeAll(async () => {
  const canRead = async ({ actor }: { actor: Actor }, id: string) => readers.get(id)?.includes(actor.personId) ?? false
  database.contribute('fileOwners', { kind: 'letter', canRead })
  database.contribute('fileOwners', { kind: 'secret-letter', canRead, isInternal: true })
  await as(createActor(), async (ctx) => {
    const orgId = (await aBureau(ctx)).id
    li = createActor({ orgId, personId: await createPerson(ctx, { name: '李白', phone: '13800138000' }) })
    wang = createActor({ orgId, personId: await createPerson(ctx, { name: '王维' }) })
    await writeSetting(ctx, orgId, 'files', { maxFiles: 3 })
  })
})
beforeEach(() => database.sql('truncate tenant.file_claim, tenant.file_source, tenant.file'))

const uploaded = async (name: string, who = li) => (await files.upload(who, name, poem)).id
const letter = (...who: Actor[]) => {
  const id = newId()
  readers.set(
    id,
    who.map(({ personId }) => personId),
  )
  return { kind: 'letter', id }
}
const claim = (ids: string[], owner: { kind: string; id: string; slot?: string }, who = li) =>
  as(who, (ctx) => claimFiles(ctx, ids, owner))
const names = async (owner: { kind: string; id: string }, who = wang) => {
  const found = await as(who, (ctx) => listOwnerFiles(ctx, { kind: owner.kind, ids: [owner.id, newId()] }))
  return found.get(owner.id)?.map(({ name }) => name) ?? []
}
const detail = (who: Actor, id: string) => as(who, (ctx) => getFileDetail(ctx, id))
const statusOf = async (url: string) => (await fetch(url)).status

describe('a file', () => {
  it('without a claim is readable only by its uploader', async () => {
    const id = await uploaded('诗.txt')
    expect(await detail(li, id)).toMatchObject({ id, name: '诗.txt', userName: '李白', watermark: null })
    await expect(detail(wang, id)).rejects.toMatchObject(notThere)
    await expect(detail({ ...li, districtId: database.away }, id)).rejects.toMatchObject(notThere)
  })

  it('claimed by a record is readable only by those who may read the record', async () => {
    const id = await uploaded('诗.txt')
    const owner = letter(wang)
    const before = await detail(li, id)
    await claim([id], owner)
    expect(await detail(wang, id)).toMatchObject({ id, userName: '李白' })
    // The uploader needs permission to the record, too.
    await expect(detail(li, id)).rejects.toMatchObject(notThere)
    expect(await statusOf(before.url)).toBe(404)
    readers.set(owner.id, [])
    await expect(detail(wang, id)).rejects.toMatchObject(notThere)
  })

  it('of an unregistered owner kind is readable by nobody', async () => {
    const id = await uploaded('诗.txt')
    await claim([id], { kind: 'unknown', id: newId() })
    await expect(detail(li, id)).rejects.toMatchObject(notThere)
  })

  it('has a watermark with the viewer when its record is internal', async () => {
    const id = await uploaded('诗.txt')
    await claim([id], { ...letter(li), kind: 'secret-letter' })
    expect((await detail(li, id)).watermark).toMatch(/^李白 云禾区教育局 8000 \d{4}-\d\d-\d\d \d\d:\d\d$/)
  })
})

describe('claiming files', () => {
  it('keeps the order and appends later ones', async () => {
    const owner = letter(wang)
    const [one, two, three] = [await uploaded('1.txt'), await uploaded('2.txt'), await uploaded('3.txt')]
    await claim([two, one], owner)
    await claim([three], owner)
    expect(await names(owner)).toEqual(['2.txt', '1.txt', '3.txt'])
    await claim([three, two], owner)
    expect(await names(owner)).toEqual(['1.txt', '3.txt', '2.txt'])
  })

  it('of a field of an entity are exactly those of the form', async () => {
    const owner = letter(wang)
    const save = (...ids: string[]) => as(li, (ctx) => createFilesField('letter').save(ctx, owner.id, ids))
    const [one, two, three] = await Promise.all(['一.txt', '二.txt', '三.txt'].map((name) => uploaded(name)))
    await save(one!, two!)
    await save(two!, three!)
    expect(await names(owner)).toEqual(['二.txt', '三.txt'])
    await as(li, (ctx) => createFilesField('letter').remove!(ctx, [owner.id]))
    expect(await names(owner)).toEqual([])
  })

  it('accepts only own uploads that are ready and have no other claim', async () => {
    const owner = letter(wang)
    const id = await uploaded('诗.txt')
    await expect(claim([id], owner, wang)).rejects.toMatchObject(notThere)
    await expect(claim([newId()], owner)).rejects.toMatchObject(notThere)
    const half = (await files.begin(li, 'half.txt', 10)).id
    await expect(claim([id, half], owner)).rejects.toThrow('文件还没有上传完')
    const refused = (await files.upload(li, '假的.pdf', poem)).id
    await expect(claim([refused], owner)).rejects.toMatchObject(notThere)
    expect(await names(owner)).toEqual([])
    await claim([id], letter(wang))
    await expect(claim([id], owner)).rejects.toMatchObject(notThere)
  })

  it('accepts no more than the organisation allows in one slot', async () => {
    const owner = letter(wang)
    const ids = [await uploaded('1.txt'), await uploaded('2.txt'), await uploaded('3.txt'), await uploaded('4.txt')]
    await expect(claim(ids, owner)).rejects.toThrow('最多上传3个文件')
    await claim(ids.slice(0, 3), owner)
    await expect(claim(ids.slice(3), owner)).rejects.toThrow('最多上传3个文件')
    await claim(ids.slice(0, 3), owner)
    await claim(ids.slice(3), { ...owner, slot: 'reply' })
    expect(await names(owner)).toHaveLength(4)
  })
})

describe('releasing files', () => {
  it('invalidates links, and unclaimed files are deleted a day later', async () => {
    const owner = letter(li, wang)
    const [one, two] = [await uploaded('1.txt'), await uploaded('2.txt')]
    await claim([one, two], owner)
    const { url } = await detail(wang, one)
    expect(await statusOf(url)).toBe(200)
    await as(li, (ctx) => releaseFiles(ctx, owner, [one]))
    expect(await statusOf(url)).toBe(404)
    expect(await names(owner)).toEqual(['2.txt'])
    await expect(detail(wang, one)).rejects.toMatchObject(notThere)
    const waiting = await database.sql<{ id: string }>('select id from tenant.file where unclaimed_at is not null')
    expect(waiting).toEqual([{ id: one }])
    await claim([one], owner)
    await as(li, (ctx) => releaseFiles(ctx, owner))
    expect(await names(owner)).toEqual([])
  })
})

describe('recalling files', () => {
  it('invalidates issued links and issues no new ones until it is undone', async () => {
    const owner = letter(wang, li)
    const other = letter(wang)
    const [one, two] = [await uploaded('1.txt'), await uploaded('2.txt')]
    await claim([one], owner)
    await claim([two], other)
    const links = [await detail(wang, one), await detail(li, one)]
    const remaining = await detail(wang, two)
    for (const { url, downloadUrl } of links)
      expect([await statusOf(url), await statusOf(downloadUrl)]).toEqual([200, 200])

    await as(li, (ctx) => recallFiles(ctx, owner))
    for (const { url, downloadUrl } of links)
      expect([await statusOf(url), await statusOf(downloadUrl)]).toEqual([404, 404])
    for (const who of [wang, li]) await expect(detail(who, one)).rejects.toMatchObject(notThere)
    expect(await names(owner)).toEqual([])
    expect(await statusOf(remaining.url)).toBe(200)

    await as(li, (ctx) => restoreFiles(ctx, owner))
    expect(await statusOf((await detail(wang, one)).url)).toBe(200)
    for (const { url } of links) expect(await statusOf(url)).toBe(404)
  })
})

describe('a generated file', () => {
  it('is streamed and claimed from the beginning', async () => {
    const owner = letter(wang)
    const where = { app: database.app, cells: database.cells, districtId: home, now: new Date() }
    async function* pages() {
      for (let page = 1; page <= 3; page++) yield `第${page}页\n`
    }
    const { personId, orgId } = wang
    const id = await storeFile(where, { name: '报表.txt', kind: 'txt', content: pages(), owner, personId, orgId })
    const { url, size } = await detail(wang, id)
    expect(await (await fetch(url)).text()).toBe('第1页\n第2页\n第3页\n')
    expect(size).toBe(24)
    await expect(detail(li, id)).rejects.toMatchObject(notThere)
    const wrong = { name: '报表.exe', kind: 'txt', content: '', owner, personId, orgId } as const
    await expect(storeFile(where, wrong)).rejects.toThrow(TypeError)
  })
})
