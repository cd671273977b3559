import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, wholeDistrict, type DistrictId } from '#packages/core'
import type { ObjectStore } from '#packages/objects/index.ts'
import { openS3 } from '#packages/objects/stores.fixture.ts'
import { createActor, useDatabase } from '#packages/testing'
import { defaultRetention } from '../contract-archive.ts'
import { archiveDistrict, getCutoff, listLinesOfFile, readArchive } from './archive-logs.ts'
import { ensureOldPartitions, logAt, monthsAgo, sealNow } from './archive.fixture.ts'
import { checkDistrictLogs } from './check-log-seals.ts'
import { archiveLogs } from './jobs.ts'
import { verifyDay } from './verify-logs.ts'

const database = useDatabase()
const { home, away, sql } = database
const li = createActor({ districtId: home })
const stranger = createActor({ districtId: away })
let bucket: Awaited<ReturnType<typeof openS3>>
let objects: ObjectStore

beforeAll(async () => {
  bucket = await openS3()
  objects = bucket.store
  await ensureOldPartitions(database, 15)
})
afterAll(() => bucket.close())
beforeEach(async () => {
  database.contribute('logRetention', () => Promise.resolve(defaultRetention))
  for (const table of ['operation_log', 'login_log', 'entity_change', 'operation_object', 'log_seal', 'log_archive'])
    await sql(`delete from tenant.${table}`)
})

const archive = (store = objects, district: DistrictId = home) =>
  archiveDistrict({
    app: database.app,
    cells: database.cells,
    district,
    open: () => Promise.resolve(store),
    now: new Date(),
  })
const check = async (store = objects) =>
  (
    await checkDistrictLogs({
      cells: database.cells,
      district: home,
      now: new Date(),
      open: () => Promise.resolve(store),
    })
  ).flatMap(({ log, findings }) => findings.filter(({ isNote }) => !isNote).map(({ kind }) => `${log}: ${kind}`))
/** The store with something around each of its calls. */
const wrapStore = (
  around: (name: string | symbol, work: () => Promise<unknown>, args: unknown[]) => Promise<unknown>,
): ObjectStore =>
  new Proxy(objects, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as ((...args: unknown[]) => Promise<unknown>) | undefined
      return method && ((...args: unknown[]) => around(name, () => method.apply(target, args), args))
    },
  })
const countRows = async (log: string) =>
  Number((await sql<{ count: string }>(`select count(*) from tenant.${log} where district_id = ${home}`))[0]!.count)
const files = () =>
  sql<{ log: string; month: string; row_count: number; object_key: string }>(
    `select log, month, row_count, object_key from tenant.log_archive where district_id = ${home} order by log, number`,
  )
/** Rows of 14 and 13 months ago and of today, sealed. */
async function createOldLogs() {
  await logAt(database, li, monthsAgo(14), '十四个月前')
  await logAt(database, li, monthsAgo(13), '十三个月前')
  await logAt(database, li, monthsAgo(13, new Date()), '同一天')
  await logAt(database, li, new Date(Date.now() - 3600_000), '刚才')
  await logAt(database, stranger, monthsAgo(13))
  await sealNow(database)
}
const monthOf = (count: number) => dayOf(monthsAgo(count)).slice(0, 7)

describe('archiving the logs', () => {
  it('moves months beyond the retention into files and keeps the rest', async () => {
    await createOldLogs()
    expect(await archive()).toEqual({ files: 4, rows: 6, refused: [] })
    expect(await files()).toMatchObject([
      { log: 'login_log', month: monthOf(14), row_count: 1 },
      { log: 'login_log', month: monthOf(13), row_count: 2 },
      { log: 'operation_log', month: monthOf(14), row_count: 1 },
      { log: 'operation_log', month: monthOf(13), row_count: 2 },
    ])
    expect(await countRows('operation_log')).toBe(1)
    expect(await countRows('operation_object')).toBe(1)
    expect(await countRows('login_log')).toBe(1)
    expect(await countRows('entity_change')).toBe(4) // shown as the history of records, so for three years
    const key = (await files()).at(-1)!.object_key
    const lines = await listLinesOfFile((await readArchive(objects, key))!)
    expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(['十三个月前', '同一天'])
    expect(await check()).toEqual([])
    const [other] = await sql<{ count: string }>(
      `select count(*) from tenant.operation_log where district_id = ${away}`,
    )
    expect(Number(other!.count)).toBe(1)
  })

  it('keeps what a district wants to keep longer', async () => {
    await createOldLogs()
    database.contribute('logRetention', () => Promise.resolve({ ...defaultRetention, operation: 24, login: 13 }))
    await archive()
    expect((await files()).map(({ log, month }) => [log, month])).toEqual([['login_log', monthOf(14)]])
  })

  it('counts whole months in the calendar of Shanghai', () => {
    expect(getCutoff(new Date('2026-11-18T00:00:00Z'), 12).toISOString()).toBe('2025-10-31T16:00:00.000Z')
    expect(getCutoff(new Date('2026-10-31T17:00:00Z'), 6).toISOString()).toBe('2026-04-30T16:00:00.000Z')
  })

  it('can be killed at any step and ends in the same state', async () => {
    await createOldLogs()
    // Dies before or after a call to the object store, first at the first one, then at the second one …
    for (const when of ['before', 'after'] as const)
      for (let step = 1; step <= 2; step++) {
        let calls = 0
        const dying = wrapStore(async (_, work) => {
          if (++calls === step && when === 'before') throw new Error('killed')
          const result = await work()
          if (calls === step) throw new Error('killed')
          return result
        })
        await expect(archive(dying)).rejects.toThrow('killed')
        expect(await files()).toEqual([])
        expect(await countRows('operation_log')).toBe(4)
        expect(await check()).toEqual([])
      }
    // Dies in the transaction: after the record, before its rows are deleted.
    await sql(
      `create function public.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    )
    await sql('create trigger die before delete on tenant.login_log for each row execute function public.die()')
    await expect(archive()).rejects.toThrow('killed')
    await sql('drop trigger die on tenant.login_log')
    expect((await files()).map(({ log }) => log)).toEqual(['operation_log', 'operation_log'])
    expect(await check()).toEqual([])

    await archive()
    expect((await files()).map(({ row_count }) => row_count)).toEqual([1, 2, 1, 2])
    expect(await countRows('login_log')).toBe(1)
    expect(await check()).toEqual([])
    expect(await archive()).toEqual({ files: 0, rows: 0, refused: [] })
  })

  it('deletes nothing if the store kept another file', async () => {
    await createOldLogs()
    const lossy = wrapStore(async (name, work, args) =>
      name === 'put' ? objects.put(args[0] as string, (args[1] as Buffer).subarray(0, -20), args[2] as never) : work(),
    )
    await expect(archive(lossy)).rejects.toThrow('was not stored as it was written')
    expect(await files()).toEqual([])
    expect(await countRows('operation_log')).toBe(4)
  })

  it('leaves rows that are not what was sealed where they are', async () => {
    await createOldLogs()
    await sql(`update tenant.operation_log set title = '查看' where title = '十三个月前'`)
    expect((await archive()).refused).toEqual(['operation_log'])
    expect((await files()).filter(({ log }) => log === 'operation_log').map(({ month }) => month)).toEqual([
      monthOf(14),
    ])
    expect(await countRows('operation_log')).toBe(3)
    expect(await check()).toEqual(['operation_log: row changed'])
  })

  it('runs for every district at night and drops partitions without rows', async () => {
    await createOldLogs()
    database.contribute('logArchiveStore', () => Promise.resolve(objects))
    const lines: string[] = []
    const write = (facts: object, text: string) => void lines.push(`${text} ${JSON.stringify(facts)}`)
    const log = { info: write, warn: write, error: write }
    const run = () =>
      archiveLogs.handleCell!({ app: database.app, cells: database.cells, cell: 1, now: new Date(), log })
    await run()
    expect(lines).toEqual([expect.stringMatching(/^archived the logs .*"districts":2,"files":6,"rows":8,/)])
    const name = `operation_log_${monthOf(14).replace('-', '')}`
    const exists = async () =>
      (await sql<{ found: string | null }>(`select to_regclass('tenant.${name}')::text as found`))[0]!.found
    expect(await exists()).not.toBeNull() // its pages are still there
    await sql(`vacuum tenant.${name}`)
    await run()
    expect(await exists()).toBeNull()
    expect(await countRows('operation_log')).toBe(1)
    await ensureOldPartitions(database, 15)
  })

  it('is the only way to delete a log row, and not before six months', async () => {
    await logAt(database, li, monthsAgo(1))
    const app = new pg.Client({ connectionString: database.url('portal_app') })
    await app.connect()
    await app.query(`set app.district_id = '${home}'`)
    await expect(app.query('delete from operation_log')).rejects.toThrow('permission denied')
    await expect(app.query('delete from log_archive')).rejects.toThrow('permission denied')
    await app.query(
      `insert into log_archive (log, number, month, first_seal, last_seal, starts_at, ends_at, first_at, last_at, row_count, object_key, byte_count, digest, made_at, seal, previous, signature)
       select 'operation_log', 1, '2026-01', 1, 1, $1, $2, $1, $2, 1, 'x', 1, '', now(), '', '', ''`,
      [new Date(monthsAgo(1).getTime() - 1000), new Date(monthsAgo(1).getTime() + 1000)],
    )
    await expect(app.query(`select tenant.delete_archived_rows('operation_log', 1)`)).rejects.toThrow('six months')
    await expect(app.query(`select tenant.delete_archived_rows('person', 1)`)).rejects.toThrow()
    await app.end()
  })
})

describe('a check of archived months', () => {
  const day = dayOf(monthsAgo(13))
  const ofOperations = `district_id = ${home} and log = 'operation_log'`
  async function overwrite(content: Uint8Array) {
    const { object_key: key } = (await files()).at(-1)!
    await objects.put(key, content, { contentType: 'application/gzip' })
  }

  it.each<[deed: string, act: () => Promise<unknown>, found: string]>([
    ['changes the file', () => overwrite(Buffer.from('other')), 'archive changed'],
    ['removes the file', async () => objects.delete((await files()).at(-1)!.object_key), 'archive removed'],
    [
      'changes the file and its record',
      async () => {
        await overwrite(Buffer.from('other'))
        await sql(`update tenant.log_archive set digest = sha256('other') where ${ofOperations} and number = 2`)
      },
      'archive changed',
    ],
    [
      'removes the record',
      () => sql(`delete from tenant.log_archive where ${ofOperations} and number = 2`),
      'row removed',
    ],
    [
      'removes the record before it',
      () => sql(`delete from tenant.log_archive where ${ofOperations} and number = 1`),
      'archive changed',
    ],
  ])('names the day when somebody %s', async (_, act, found) => {
    await createOldLogs()
    await archive()
    database.contribute('logArchiveStore', () => Promise.resolve(objects))
    const auditor = createActor({ districtId: home }, { 'log.verify': wholeDistrict })
    const verify = () => verifyDay(database.requestCtx(auditor), day)
    expect(await verify()).toMatchObject({ isIntact: true, message: '' })
    const operations = (await verify()).logs.find(({ log }) => log === 'operation-log')
    expect(operations).toMatchObject({ archives: 1, isIntact: true })
    await act()
    const after = await verify()
    expect(after.message).toBe(`${day}日志校验失败`)
    expect(after.logs.flatMap(({ findings }) => findings.map(({ kind }) => kind))).toContain(found)
  })

  it('finds a row that was put back beside its archive', async () => {
    await createOldLogs()
    await sql(`create table public.kept as select * from tenant.operation_log where title = '同一天'`)
    await archive()
    await sql('insert into tenant.operation_log select * from public.kept')
    expect(await check()).toEqual(['operation_log: row added'])
  })
})
