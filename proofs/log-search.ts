/**
 * Searches in an operation log of six months: the rows of a person within a month, the history of an object and one
 * row with its changes, in a log of 60,000 rows, and with `--long` of one and of ten million. It prints the pages that
 * the statements read at either size, because a search that reads ten times as much would not scale. `pnpm bench
 * log-writer` measures what the log costs a write.
 */
import { dayOf, districtId, newId, orgTreeScope, wholeDistrict, type Ctx } from '#packages/core'
import { createToolClient, inDistrict, type Db } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { getObjectHistory, getOperation, searchOperations } from '../kernel/audit/server/operations.ts'
import { app } from './shared/app.ts'
import { createSeededDatabase } from './shared/seeded-database.ts'
import { explainStatement, recordStatements } from './shared/statements.ts'

export const about = ['kernel/audit/server/operation*.ts', 'kernel/audit/server/migrations/**']
export const shortSeconds = 40

const long = process.argv.includes('--long')
const sizes = long ? [1_000_000, 10_000_000] : [60_000]
const months = 6
const limitMs = 500
const rounds = long ? 60 : 20
const home = districtId(1)
const failures: string[] = []

const seeded = await createSeededDatabase('log_search', 'S', { pupils: [270, 45] })
const postgres = createToolClient(seeded.superuserUrl)
await postgres.connect()

function show(what: string, isGood = true) {
  console.log(`log-search: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

/**
 * Five hundred people of all organisations work on a hundred thousand objects, in the order of time; the pupils of the
 * seed are among them.
 */
async function fill(rows: number) {
  for (const table of ['operation_log', 'operation_object'])
    await postgres.query(
      `select tenant.ensure_month_partitions($1, (now() - make_interval(months => $2))::date, $2 + 2)`,
      [table, months],
    )
  const pieces = Math.ceil(rows / 500_000)
  for (let piece = 0; piece < pieces; piece++)
    await postgres.query(
      `with person as (select array_agg(id) as ids from (select id from tenant.person where district_id = 1 order by id limit 500) p),
         org as (select array_agg(id) as ids from tenant.organisation where district_id = 1),
         object as (select array_agg(id) as ids from tenant.student where district_id = 1),
         place as (
           select n, now() - make_interval(months => $2) * (1 - ($3 + n / $1::float8) / $4) as at,
             1 + floor(random() * array_length(person.ids, 1))::int as person, 1 + floor(random() * 100000)::int as object
           from person, generate_series(1, $1::int) n),
         made as (
           -- The ids of the application begin with the time.
           select overlay(replace(gen_random_uuid()::text, '-', '') placing
               lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' from 1 for 13)::uuid as id, at, person.ids[place.person] as person, coalesce(object.ids[place.object], md5(place.object::text)::uuid) as object,
             org.ids[1 + place.person % array_length(org.ids, 1)] as org
           from place, person, object, org),
         logged as (
           insert into tenant.operation_log (district_id, at, id, account_id, person_id, user_id, org_id, route, title, object_ids, request_id, logged_at)
           select 1, at, id, person, person, person, org, '/api/student/event',
             case when random() < 0.00002 then '更正考籍号' else '学籍异动' end, array[object], gen_random_uuid(), at from made)
       insert into tenant.operation_object (district_id, object_id, at, id) select 1, object, at, id from made`,
      [Math.round(rows / pieces), months, piece, pieces],
    )
  await postgres.query('vacuum analyze tenant.operation_log, tenant.operation_object')
}

async function forget() {
  await postgres.query('truncate tenant.operation_log, tenant.operation_object')
}

const readers = await listReaders()
type Reader = (typeof readers)[number]

/** The bureau reads everything, a school its own rows. */
async function listReaders() {
  const { rows } = await postgres.query<{ path: string }>(
    `select path::text from tenant.organisation
     where district_id = 1 and (parent_id is null or type = 'school') order by nlevel(path), path limit 2`,
  )
  const [bureau, school] = rows as [{ path: string }, { path: string }]
  return [
    { name: 'the bureau', path: bureau.path, scope: wholeDistrict },
    { name: 'a school', path: school.path, scope: orgTreeScope(school) },
  ]
}

function createReaderCtx({ scope }: Reader, db: Db): Ctx {
  const ctx = createPlatformCtx(app, home, db, new Date())
  const permissions = new Map(['operation-log.read', 'student.read', 'org.read'].map((code) => [code, scope]))
  return { ...ctx, actor: { ...ctx.actor, permissions } }
}

const day = (before: number) => dayOf(new Date(Date.now() - before * 86_400_000))
const page = { pageNumber: 1, pageSize: 20 } as const
const month = { from: day(30), to: day(0) }

interface Sample {
  person: string
  object: string
  name: string
}

const searches: Record<string, (ctx: Ctx, sample: Sample) => Promise<unknown>> = {
  'a person within a month': (ctx, { person }) => searchOperations(ctx, { ...page, ...month, personId: person }),
  'a name within a month': (ctx, { name }) => searchOperations(ctx, { ...page, ...month, keyword: name }),
  'a part of a frequent title': (ctx) => searchOperations(ctx, { ...page, ...month, keyword: '异动' }),
  'a part of a rare title': (ctx) => searchOperations(ctx, { ...page, ...month, keyword: '考籍' }),
  'a word of no title': (ctx) => searchOperations(ctx, { ...page, ...month, keyword: '没有这个词' }),
  'the newest rows': (ctx) => searchOperations(ctx, page),
  'an object within a month': (ctx, { object }) => searchOperations(ctx, { ...page, ...month, objectId: object }),
  'the history of an object': (ctx, { object }) =>
    getObjectHistory(ctx, { ...page, type: 'student.student', id: object }),
  'one row of the list': async (ctx) => {
    const { items } = await searchOperations(ctx, page)
    return getOperation(ctx, items[0]!.id)
  },
  'a row that is not there': (ctx) => getOperation(ctx, newId()).catch(() => null),
}

async function measure(size: number) {
  for (const reader of readers) {
    const samples = await listSamples(reader)
    for (const [what, search] of Object.entries(searches)) {
      const times: number[] = []
      for (const sample of samples) {
        const began = performance.now()
        await inDistrict(seeded.cells, home, (db) => search(createReaderCtx(reader, db), sample))
        times.push(performance.now() - began)
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!
      const { buffers, scanned } = await countBuffers(reader, (ctx) => search(ctx, samples[0]!))
      const figures = `p95 ${p95.toFixed(0).padStart(4)} ms, ${String(buffers).padStart(6)} buffers`
      const facts = `${size.toLocaleString('en')} rows, ${reader.name}: ${what.padEnd(24)} ${figures}`
      show(scanned.length > 0 ? `${facts}, reads all of ${scanned.join(', ')}` : facts, isGood(p95, scanned))
    }
  }
}

const isGood = (p95: number, scanned: readonly string[]) => scanned.length === 0 && (!long || p95 <= limitMs)

/** Pupils of the reader's school, and somebody who worked there. */
async function listSamples({ path }: Reader): Promise<Sample[]> {
  const { rows } = await postgres.query<Sample>(
    `select l.person_id as person, s.id as object, p.name
     from (select person_id, row_number() over () as n from tenant.operation_log l join tenant.organisation o on o.district_id = 1 and o.id = l.org_id
       where l.at > now() - interval '20 days' and o.path <@ $1::ltree limit ${rounds}) l
     join (select s.id, row_number() over () as n from tenant.student s join tenant.organisation o on o.district_id = 1 and o.id = s.org_id
       where s.district_id = 1 and o.path <@ $1::ltree limit ${rounds}) s using (n)
     join tenant.person p on p.district_id = 1 and p.id = l.person_id`,
    [path],
  )
  return rows
}

/** What the statements of a search read with the role of the application, and the filled partitions without an index. */
async function countBuffers(reader: Reader, work: (ctx: Ctx) => Promise<unknown>) {
  const client = createToolClient(seeded.env['QIMING_CELL_1_URL']!)
  await client.connect()
  const statements = await recordStatements(client, home, (db) => work(createReaderCtx(reader, db)))
  const { rows: filled } = await postgres.query<{ scan: string }>(
    `select 'seq ' || relname as scan from pg_class where relname like 'operation\\_%' and relkind = 'r' and reltuples > 1000`,
  )
  let buffers = 0
  const scanned: string[] = []
  for (const statement of statements) {
    const plan = await explainStatement(client, home, statement)
    buffers += plan.buffers
    scanned.push(...plan.indexes.filter((index) => filled.some(({ scan }) => scan === index)))
  }
  await client.end()
  return { buffers, scanned }
}

try {
  for (const size of sizes) {
    await forget()
    await fill(size)
    await measure(size)
  }
} finally {
  await forget()
  await postgres.end()
  await seeded.close()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`log-search: FAILED ${failure}`)
  process.exit(1)
}
