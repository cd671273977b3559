import { beforeAll, describe, expect, it } from 'vitest'
import { newId, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { DownloadLog } from './download-log.ts'
import { useFiles } from './files.fixture.ts'
import { openFileStore } from './installation.ts'
import { fileKey } from './object-keys.ts'
import { readLinkToken } from './file-links.ts'
import { getFileDetail } from './service/readable-files.ts'
import { storeFile } from './service/store-files.ts'

const database = useDatabase()
const { as, home } = database
const files = useFiles(database)
const li = createActor()
const wang = createActor()
const poem = Buffer.from('春眠不觉晓')
const detail = (who: Actor, id: string) => as(who, (ctx) => getFileDetail(ctx, id))

beforeAll(() => database.contribute('fileOwners', { kind: 'letter', canRead: async () => true }))

describe('a person with many open files', () => {
  it('is limited to twenty, and others are not affected', async () => {
    const where = { app: database.app, cells: database.cells, districtId: home, now: new Date() }
    const { personId, orgId } = li
    const made = { owner: { kind: 'letter', id: newId() }, personId, orgId }
    const content = Buffer.alloc(48 * 1024 * 1024, 'x')
    const id = await storeFile(where, { name: '长.txt', kind: 'txt', content, ...made })
    const { url } = await detail(li, id)
    // A response that is not read keeps its connection open.
    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await fetch(url)).status).toBe(429)
    const other = await fetch((await detail(wang, id)).url)
    expect(other.status).toBe(200)
    await other.body!.cancel()
    for (const { body } of responses) await body!.cancel()
    const again = async () => {
      const answer = await fetch(url)
      await answer.body!.cancel()
      return answer.status
    }
    await expect.poll(again, { timeout: 60_000 }).toBe(200)
  })
})

describe('an error response', () => {
  it('has no headers of a file', async () => {
    const file = (await files.upload(li, '诗.txt', poem)).file!
    await (await openFileStore(database)).delete(fileKey(home, file.id))
    const answer = await fetch(file.downloadUrl, { headers: { range: 'bytes=0-3' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    for (const name of ['content-range', 'etag', 'content-disposition', 'accept-ranges'])
      expect([name, answer.headers.get(name)]).toEqual([name, null])
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/)
  })
})

describe('the download log', () => {
  it('is written however many rows are waiting', async () => {
    const failures: unknown[] = []
    const log = new DownloadLog(database.cells, (error) => failures.push(error))
    const file = (await files.upload(li, '诗.txt', poem)).file!
    const link = readLinkToken(new URL(file.url).pathname.split('/')[2]!, new Date())!
    const request = { address: '127.0.0.1', requestId: newId(), now: new Date() }
    for (let at = 0; at < 9_000; at++) log.record(`token ${at}`, link, request)
    await log.close()
    expect(failures).toEqual([])
    const [row] = await database.sql<{ lines: number }>(
      'select count(*)::int as lines from tenant.download_log where request_id = $1',
      [request.requestId],
    )
    expect(row!.lines).toBe(9_000)
  })
})
