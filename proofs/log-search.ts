/**
 * Searches in an operation log of six months: the rows of a person within a month, the history of an object and one
 * row with its changes, in a log of 60,000 rows, and with `--long` of one and of ten million. It prints the pages that
 * the statements read at either size, because a search that reads ten times as much would not scale, and what the log
 * costs a write.
 */
import { sql } from 'kysely'
import { districtId, newId, wholeDistrict, type Ctx } from '#packages/core'
import { createToolClient, inDistrict } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { recordOperation } from '#kernel/audit/server/api.ts'
import { selectHistoryKeys, selectOperations } from '../kernel/audit/server/operation-queries.ts'
import { getObjectHistory, getOperation, searchOperations } from '../kernel/audit/server/operations.ts'
import { editOrganisation } from '../kernel/org/server/service/edit-organisation.ts'
import { app } from './shared/app.ts'
import { createSeededDatabase } from './shared/seeded-database.ts'
import { explainStatement } from './shared/statements.ts'

export const about = ['kernel/audit/server/operation*.ts', 'kernel/audit/server/migrations/**']
export const shortSeconds = 40

const long = process.argv.includes('--long')
const sizes = long ? [1_000_000, 10_000_000] : [60_000]
const months = 6
const limitMs = 500
const writerShare = 0.05
const rounds = long ? 60 : 20
const home = districtId(1)
const failures: string[] = []

const seeded = await createSeededDatabase('log_search', 'S')
const postgres = createToolClient(seeded.superuserUrl)
await postgres.connect()
try {
  await forget()
  let filled = 0
  for (const size of sizes) {
    await fill(size - filled)
    filled = size
    await measure(size)
  }
  await measureWriter()
} finally {
  await forget()
  await postgres.end()
  await seeded.close()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`log-search: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood = true) {
  console.log(`log-search: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

/** Five hundred people work on objects of the district; the pupils of the seed are among them. */
async function fill(rows: number) {
  for (const table of ['operation_log', 'operation_object'])
    await postgres.query(
      `select tenant.ensure_month_partitions($1, (now() - make_interval(months => $2))::date, $2 + 2)`,
      [table, months],
    )
  const piece = 500_000
  for (let done = 0; done < rows; done += piece)
    await postgres.query(
      `with person as (select array_agg(id) as ids from (select id from tenant.person where district_id = 1 order by id limit 500) p),
         object as (select array_agg(id) as ids from (
           select id from tenant.student where district_id = 1 union all select id from tenant.organisation where district_id = 1) o),
         made as (
           select gen_random_uuid() as id, now() - random() * make_interval(months => $2) as at,
             person.ids[1 + floor(random() * array_length(person.ids, 1))::int] as person,
             object.ids[1 + floor(random() * array_length(object.ids, 1))::int] as object, n
           from person, object, generate_series(1, $1) n),
         logged as (
           insert into tenant.operation_log (district_id, at, id, account_id, person_id, user_id, org_id, route, title, object_ids, request_id, logged_at)
           select 1, at, id, person, person, person, (select id from tenant.organisation where district_id = 1 and parent_id is null),
             '/api/student/event', '学籍异动', array[object], gen_random_uuid(), at from made order by at)
       insert into tenant.operation_object (district_id, object_id, at, id) select 1, object, at, id from made`,
      [Math.min(piece, rows - done), months],
    )
  await postgres.query('vacuum analyze tenant.operation_log, tenant.operation_object')
}

async function forget() {
  await postgres.query('truncate tenant.operation_log, tenant.operation_object')
}

const inHome = <T>(work: (ctx: Ctx) => Promise<T>) =>
  inDistrict(seeded.cells, home, (db) => {
    const ctx = createPlatformCtx(app, home, db, new Date())
    const permissions = new Map([['operation-log.read', wholeDistrict]])
    return work({ ...ctx, actor: { ...ctx.actor, permissions } })
  })

const day = (before: number) => new Date(Date.now() - before * 86_400_000 + 8 * 3600_000).toISOString().slice(0, 10)

async function measure(size: number) {
  const { rows } = await postgres.query<{ id: string; person: string; object: string; name: string }>(
    `select l.id, l.person_id as person, l.object_ids[1] as object, p.name from tenant.operation_log l
     join tenant.person p on p.district_id = 1 and p.id = l.person_id
     where l.object_ids[1] in (select id from tenant.student where district_id = 1) order by random() limit ${rounds}`,
  )
  const page = { pageNumber: 1, pageSize: 20 } as const
  const searches: [string, (ctx: Ctx, row: (typeof rows)[number]) => Promise<unknown>][] = [
    [
      'a person within a month',
      (ctx, { person }) => searchOperations(ctx, { ...page, from: day(30), to: day(0), personId: person }),
    ],
    [
      'a name within a month',
      (ctx, { name }) => searchOperations(ctx, { ...page, from: day(30), to: day(0), keyword: name }),
    ],
    ['the newest rows', (ctx) => searchOperations(ctx, page)],
    [
      'an object within a month',
      (ctx, { object }) => searchOperations(ctx, { ...page, from: day(30), to: day(0), objectId: object }),
    ],
    [
      'the history of an object',
      (ctx, { object }) => getObjectHistory(ctx, { ...page, type: 'student.student', id: object }),
    ],
    [
      'one row of the list',
      async (ctx) => {
        const { items } = await searchOperations(ctx, page)
        return getOperation(ctx, items[0]!.id)
      },
    ],
  ]
  for (const [what, search] of searches) {
    const times: number[] = []
    for (const row of rows) {
      const began = performance.now()
      await inHome((ctx) => search(ctx, row))
      times.push(performance.now() - began)
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!
    show(`${size.toLocaleString('en')} rows: ${what.padEnd(26)} p95 ${p95.toFixed(0)} ms`, !long || p95 <= limitMs)
  }
  await printPages(size, rows[0]!)
}

/** The pages that the statements read, as the application reads them. */
async function printPages(size: number, { person, object }: { person: string; object: string }) {
  const reader = createToolClient(seeded.env['QIMING_CELL_1_URL']!)
  await reader.connect()
  const period = { from: new Date(Date.now() - 31 * 86_400_000), to: new Date() }
  const parts = {
    'a person within a month': selectOperations(wholeDistrict, { ...period, result: 'done', personId: person }).from,
    'an object within a month': selectOperations(wholeDistrict, { ...period, result: 'done', objectId: object }).from,
    'the history of an object': sql`(select at, id from ${selectHistoryKeys(wholeDistrict, ['student.student'], object)}) as l where true`,
  }
  for (const [what, from] of Object.entries(parts)) {
    const statement = await inHome(async ({ db }) =>
      sql`select l.id from ${from} order by l.at desc, l.id desc limit 20`.compile(db),
    )
    const { buffers, indexes } = await explainStatement(reader, home, statement)
    const isScanning = indexes.some((index) => index.startsWith('seq operation'))
    show(`${size.toLocaleString('en')} rows: ${what.padEnd(26)} reads ${buffers} pages`, !isScanning)
  }
  await reader.end()
}

/** What the rows of objects add to the line of a write, as a share of a small write: an organisation is renamed. */
async function measureWriter() {
  const times = { plain: 0, withObjects: 0, request: 0 }
  const lines = rounds * 10
  for (let round = 0; round < lines; round++)
    for (const kind of ['plain', 'withObjects'] as const)
      await inHome(async (ctx) => {
        const objectIds = kind === 'plain' ? [] : [newId(), newId(), newId()]
        const began = performance.now()
        await recordOperation({ ...ctx, requestId: newId() }, { route: '/', title: '样例', objectIds })
        times[kind] += performance.now() - began
      })
  for (let round = 0; round < lines; round++) {
    const began = performance.now()
    await inHome(async (ctx) => {
      const scope = new Map([...ctx.actor.permissions, ['org.edit', wholeDistrict] as const])
      const acting = { ...ctx, actor: { ...ctx.actor, permissions: scope } }
      const { id, version, ...school } = await getManagedSchool(ctx)
      await editOrganisation(acting, { ...school, id, version, name: `样例学校${round}` } as never)
    })
    times.request += performance.now() - began
  }
  const added = (times.withObjects - times.plain) / lines
  const share = added / (times.request / lines)
  const isGood = !long || share <= writerShare
  show(
    `a line takes ${(times.plain / lines).toFixed(2)} ms, its three objects ${added.toFixed(2)} ms more: ` +
      `${(share * 100).toFixed(1)} % of an edit of ${(times.request / lines).toFixed(1)} ms`,
    isGood,
  )
}

async function getManagedSchool({ db }: Ctx) {
  const { rows } = await sql<{ id: string; parentId: string; type: string; version: number }>`
    select id, parent_id as "parentId", type, version from organisation where type = 'school' order by id limit 1
  `.execute(db)
  return rows[0]!
}
