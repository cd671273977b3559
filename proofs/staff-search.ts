/**
 * Lists, trees and searches of people in a district of 4,000 and of 30,000 staff: how long they take under load, and
 * the pages that the search reads at either size, because a search that reads eight times as much in the larger
 * district would not scale to the country.
 */
import { dayOf, districtId, type Ctx, wholeDistrict } from '#packages/core'
import { createToolClient, inDistrict } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { getPerson } from '#kernel/identity/server/api.ts'
import { getStaffPage } from '../kernel/staff/server/search-queries.ts'
import { createAdministrators, measureListLoad, type ListRequest } from './shared/list-load.ts'
import { freePort, signIn, startProcess } from './shared/process.ts'
import { password, createSeededDatabase, type SeededDatabase } from './shared/seeded-database.ts'
import { explainStatement, captureStatements } from './shared/statements.ts'
import { app } from './shared/app.ts'

export const about = ['kernel/staff/server/search-queries.ts', 'kernel/contacts/server/**']
export const shortSeconds = 40

const long = process.argv.includes('--long')
const home = districtId(1)
const failures: string[] = []
const limits = { list: 500, search: 300 }
const rounds = long ? 24 : 6

for (const size of long ? (['M', 'L'] as const) : (['S'] as const)) {
  const database = await createSeededDatabase(`people_${size.toLowerCase()}`, size)
  await measure(database, size)
  await database.close()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`staff-search: FAILED ${failure}`)
  process.exit(1)
}

/** By POST: a number or a name must not be in an address. */
function find(body: object): ListRequest {
  return { path: '/api/users/search', body }
}

async function measure(database: SeededDatabase, size: string) {
  // Searches by number are limited to thirty a minute per person, so several people take turns.
  const names = await createAdministrators(database.cells, 24)
  const { total, known, school } = await sample(database)
  const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
  const users: Record<string, string>[] = []
  for (const name of names) users.push((await signIn(api.url, name, password)).headers)
  const staff = `${total.toLocaleString('en')} staff`
  console.log(`staff-search: size ${size}: ${staff}`)
  const ask = async (what: string, limit: number, at: number, asked: readonly ListRequest[], from = 0) => {
    const { p50, p95, hits } = await measureListLoad(api.url, users.slice(from, from + at), asked, rounds)
    console.log(
      `staff-search: ${staff.padStart(13)}: ${what.padEnd(34)} ${at} users, p50 ${p50.toFixed(0).padStart(4)} ms, p95 ${p95.toFixed(0).padStart(4)} ms, ${hits} found`,
    )
    // A few requests on a shared machine prove nothing about speed.
    if (long && p95 > limit) failures.push(`${staff}, ${what}: p95 ${p95.toFixed(0)} of ${limit} ms`)
    if (hits === 0) failures.push(`${staff}, ${what}: nothing was found`)
  }
  const lists: [string, ListRequest][] = [
    ['organisations, root of the tree', '/api/orgs/getTree'],
    ['organisations, one school', `/api/orgs/getTree?parentId=${school}`],
    ['organisations, list', '/api/orgs/search?within=below'],
    ['organisations, getBaseTree', '/api/orgs/getBaseTree'],
    ['staff, the whole district', find({ pageSize: 20 })],
    ['staff, by name', find({ sort: 'name' })],
    [
      'staff, 200 a page, page 10',
      find(size === 'S' ? { pageSize: 10, pageNumber: 2 } : { pageSize: 200, pageNumber: 10 }),
    ],
    ['staff, one school', find({ nodeId: school })],
    ['staff, teachers without account', find({ userType: 'teacher', account: 'none' })],
    ['users/get', '/api/users/get?pageSize=200'],
    ['users/get, changed since', '/api/users/get?updateTime=2026-01-01T00:00:00Z'],
    ['directory, root', '/api/directory/tree'],
    ['directory, one school', `/api/directory/tree?parentId=${school}`],
  ]
  for (const [what, path] of lists) await ask(what, limits.list, 4, [path])
  const search = (keyword: string) => find({ keyword })
  await ask(
    'search, a name',
    limits.search,
    8,
    known.map(({ name }) => search(name)),
  )
  await ask(
    'search, a surname',
    limits.search,
    8,
    known.map(({ name }) => search(name[0]!)),
  )
  await ask(
    'search, initials',
    limits.search,
    8,
    known.map(({ initials }) => search(initials)),
  )
  await ask(
    'search, pinyin',
    limits.search,
    8,
    known.map(({ pinyin }) => search(pinyin)),
  )
  await ask(
    'search, last four of the phone',
    limits.search,
    8,
    known.map(({ phone }) => search(phone.slice(-4))),
  )
  await ask(
    'search, ID number',
    limits.search,
    8,
    known.map(({ idCard }) => search(idCard)),
    8,
  )
  const inDirectory = (keyword: string) => ({ path: '/api/directory/search', body: { keyword } })
  await ask(
    'directory, initials',
    limits.search,
    8,
    known.map(({ initials }) => inDirectory(initials)),
    16,
  )
  await api.kill('SIGTERM')
  await touched(database, staff, known[0]!)
}

/** The pages of 8 kB that the statements of the list and of the search read. */
async function touched({ env }: SeededDatabase, staff: string, { name, initials }: { name: string; initials: string }) {
  const app = createToolClient(env['QIMING_CELL_1_URL']!)
  await app.connect()
  const now = new Date()
  const page = { pageNumber: 1, pageSize: 20, sort: 'sort', desc: false } as const
  for (const [what, keyword] of [
    ['the first page', ''],
    ['a name', name],
    ['initials', initials],
  ] as const) {
    const asked = { within: 'below', keyword } as const
    const statements = await captureStatements(
      (db) => getStaffPage(db, wholeDistrict, null, asked, page, { day: dayOf(now), now }),
      [{ foundCount: 20 }],
    )
    let buffers = 0
    const indexes = new Set<string>()
    for (const statement of statements) {
      const plan = await explainStatement(app, home, statement)
      buffers += plan.buffers
      for (const index of plan.indexes) indexes.add(index)
    }
    console.log(
      `staff-search: ${staff.padStart(13)}: ${what.padEnd(34)} ${buffers} buffers by ${[...indexes].join(' + ')}`,
    )
  }
  await app.end()
}

function inside<T>({ cells }: Pick<SeededDatabase, 'cells'>, work: (ctx: Ctx) => Promise<T>) {
  return inDistrict(cells, home, (db) => work(createPlatformCtx(app, home, db, new Date())))
}

/** Search terms of people from all over the district. */
function sample(database: SeededDatabase) {
  return inside(database, async ({ db }) => {
    const { total } = await db
      .selectFrom('v_membership')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const people = await db
      .selectFrom('v_person')
      .select(['id', 'name', 'pinyin', 'pinyin_initials as initials'])
      .orderBy('id')
      .execute()
    const step = Math.max(1, Math.floor(people.length / 40))
    const known = []
    for (let at = 0; at < people.length && known.length < 40; at += step) {
      const self = await getPerson({ db, districtId: home }, people[at]!.id)
      if (self?.phone && self.idCard) known.push({ ...people[at]!, phone: self.phone, idCard: self.idCard })
    }
    const school = await db
      .selectFrom('v_org')
      .select('id')
      .where('name', '=', '云禾区实验学校')
      .executeTakeFirstOrThrow()
    return { total, known, school: school.id }
  })
}
