/**
 * Lists and searches of pupils in a district of a few thousand, and with `--long` of 60,000 and of 400,000 with their
 * guardians: how long seeding takes, how long requests take under load, and the pages that the statements read at
 * either size, because a statement that reads a hundred times as much in the larger district would not scale to the
 * country.
 */
import { dayOf, districtId, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { createToolClient, inDistrict } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { decryptGuardianPhone, decryptStudentNo } from '../kernel/student/server/encrypted-fields.ts'
import { listStudentIdPage } from '../kernel/student/server/student-list-queries.ts'
import { findStudentsByPrefix, findStudentsByNumber } from '../kernel/student/server/student-search-queries.ts'
import { createAdministrators, measureListLoad, type ListRequest } from './shared/list-load.ts'
import { freePort, signIn, startProcess } from './shared/process.ts'
import { password, createSeededDatabase, type SeededDatabase } from './shared/seeded-database.ts'
import { explainStatement, captureStatements } from './shared/statements.ts'
import { app } from './shared/app.ts'

export const about = [
  'kernel/student/server/student-list-queries.ts',
  'kernel/student/server/student-search-queries.ts',
]
export const shortSeconds = 50

const long = process.argv.includes('--long')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const home = districtId(1)
const failures: string[] = []
const limits = { list: 500, search: 300 }
/** It begins in September. */
const schoolYear = Number(dayOf(new Date(Date.now() - 243 * 86_400_000)).slice(0, 4))
const rounds = long ? 24 : 6

const sizes = long ? (['M', 'L'] as const) : (['S'] as const)
for (const size of sizes.filter((one) => !only || one === only)) {
  const began = performance.now()
  // The large databases are shared with the proof staff-search: staff and pupils are searched in the same district.
  const database = long
    ? await createSeededDatabase(`people_${size.toLowerCase()}`, size)
    : await createSeededDatabase('pupils_s', size, { pupils: [2_430, 1_350, 270] })
  console.log(
    `pupils: size ${size}: there after ${((performance.now() - began) / 1000).toFixed(0)} s, ${await sizeOf(database)}`,
  )
  await measure(database)
  await database.close()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`pupils: FAILED ${failure}`)
  process.exit(1)
}

async function sizeOf({ superuserUrl }: SeededDatabase) {
  const client = createToolClient(superuserUrl)
  await client.connect()
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  await client.end()
  return rows[0]!.size
}

function find(body: object): ListRequest {
  return { path: '/api/student/page', body }
}

async function measure(database: SeededDatabase) {
  // Searches by number are limited to thirty a minute per person, so several people take turns.
  const names = await createAdministrators(database.cells, 24, ['district-admin', 'school-admin'])
  const { total, people, known, school, gradeId, classId } = await sample(database)
  const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
  const users: Record<string, string>[] = []
  for (const name of names) users.push((await signIn(api.url, name, password)).headers)
  const pupils = `${total.toLocaleString('en')} pupils`
  console.log(`pupils: ${pupils} among ${people.toLocaleString('en')} people`)
  const ask = async (what: string, limit: number, at: number, asked: readonly ListRequest[], from = 0) => {
    const { p50, p95, hits } = await measureListLoad(api.url, users.slice(from, from + at), asked, rounds)
    console.log(
      `pupils: ${pupils.padStart(14)}: ${what.padEnd(34)} ${at} users, p50 ${p50.toFixed(0).padStart(4)} ms, p95 ${p95.toFixed(0).padStart(4)} ms, ${hits} found`,
    )
    // A few requests on a shared machine prove nothing about speed.
    if (long && p95 > limit) failures.push(`${pupils}, ${what}: p95 ${p95.toFixed(0)} of ${limit} ms`)
    return hits
  }
  const lists: [string, ListRequest][] = [
    ['the whole district', find({ pageSize: 20 })],
    ['the whole district, page 10 of 200', find({ pageSize: 200, pageNumber: 10 })],
    ['one school', find({ orgId: school })],
    ['one school, by name', find({ orgId: school, sort: 'name' })],
    ['one grade', find({ orgId: school, gradeId })],
    ['one class', find({ orgId: school, classId, pageSize: 60 })],
    ['boarders of the district', find({ isBoarding: true })],
    ['one class last October', find({ classId, on: `${schoolYear - 1}-10-15` })],
    ['classes, tree of a school', `/api/jiaowu/classTree?orgId=${school}`],
    ['classes, list of a school', `/api/jiaowu/classList?orgId=${school}`],
    ['classes, list of the district', '/api/jiaowu/classList'],
    ['head counts of a school', `/api/student/headCounts?orgId=${school}`],
    ['roster of a class', `/api/student/roster?classId=${classId}`],
    // The list omits enrolments unless requested, and this district has no other changes.
    ['changes of a school', `/api/student/changes?orgId=${school}&type=enrol`],
    ['changes of the district', '/api/student/changes?type=enrol'],
    ['faces of a class', `/api/studentFace/page?orgId=${school}&classId=${classId}`],
    ['faces of a school', `/api/studentFace/page?orgId=${school}`],
  ]
  for (const [what, asked] of lists)
    if ((await ask(what, limits.list, 4, [asked])) === 0) failures.push(`${pupils}, ${what}: nothing was found`)
  const searches: [string, (one: KnownPupil) => string, number][] = [
    ['search, a name', ({ name }) => name, 0],
    ['search, a surname', ({ name }) => name[0]!, 0],
    ['search, pinyin', ({ pinyin }) => pinyin, 0],
    ['search, initials', ({ initials }) => initials, 0],
    ['search, last four of a phone', ({ phone }) => phone.slice(-4), 8],
    ['search, 学籍号', ({ studentNo }) => studentNo, 16],
  ]
  for (const [what, wordOf, from] of searches) {
    const asked = known.map((one) => find({ keyword: wordOf(one) }))
    if ((await ask(what, limits.search, 8, asked, from)) === 0) failures.push(`${pupils}, ${what}: nothing was found`)
  }
  await api.kill('SIGTERM')
  await touched(database, pupils, school, known[0]!)
}

/** The pages of 8 kB that the statements of the list and of the searches read. */
async function touched({ env }: SeededDatabase, pupils: string, school: string, { name, initials }: KnownPupil) {
  const app = createToolClient(env['QIMING_CELL_1_URL']!)
  await app.connect()
  const day = dayOf(new Date())
  const page = { pageNumber: 1, pageSize: 20, sort: 'seat', desc: false } as const
  const asked = { gradeId: null, classId: null, keyword: '', status: 'current' } as const
  const everywhere = { orgIds: null, classIds: [] }
  const hash = Buffer.alloc(32)
  const number = { digits: '4321', tail: hash, phone: hash, phoneTail: hash, idCard: hash, studentNo: hash }
  const statements = {
    'first page of the district': () =>
      captureStatements((db) => listStudentIdPage(db, everywhere, asked, page, day), [{ foundCount: 20 }]),
    'first page of a school': () =>
      captureStatements(
        (db) => listStudentIdPage(db, { orgIds: [school], classIds: [] }, asked, page, day),
        [{ foundCount: 20 }],
      ),
    'a name': () => captureStatements((db) => findStudentsByPrefix(db, everywhere, { ...asked, keyword: name }, day)),
    initials: () =>
      captureStatements((db) => findStudentsByPrefix(db, everywhere, { ...asked, keyword: initials }, day)),
    'four digits': () =>
      captureStatements((db) => findStudentsByNumber(db, everywhere, { ...asked, number, limit: 50 }, day)),
  }
  for (const [what, statementsFor] of Object.entries(statements)) {
    let buffers = 0
    const indexes = new Set<string>()
    for (const statement of await statementsFor()) {
      const plan = await explainStatement(app, home, statement)
      buffers += plan.buffers
      for (const index of plan.indexes) indexes.add(index)
    }
    console.log(`pupils: ${pupils.padStart(14)}: ${what.padEnd(34)} ${buffers} buffers by ${[...indexes].join(' + ')}`)
  }
  await app.end()
}

type KnownPupil = Awaited<ReturnType<typeof sample>>['known'][number]

/** Search terms of pupils from all over the district. */
function sample({ cells }: SeededDatabase) {
  return inDistrict(cells, home, async (db) => {
    const ctx: Ctx = createPlatformCtx(app, home, db, new Date())
    const fields = await loadFieldCipher(ctx.db, home)
    const count = async (table: 'v_student' | 'v_person') =>
      (
        await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('all'))
          .executeTakeFirstOrThrow()
      ).all
    const [total, people] = [await count('v_student'), await count('v_person')]
    const ids = await db.selectFrom('v_student').select('id').orderBy('id').execute()
    const step = Math.max(1, Math.floor(ids.length / 40))
    const some = ids.filter((_, at) => at % step === 0).slice(0, 40)
    const rows = await db
      .selectFrom('student as s')
      .innerJoin('v_person as n', 'n.id', 's.person_id')
      .innerJoin('guardian_link as l', (join) => join.onRef('l.student_id', '=', 's.id').on('l.sort', '=', 0))
      .select([
        'n.name',
        'n.pinyin',
        'n.pinyin_initials as initials',
        's.student_no',
        'l.phone',
        's.id as studentId',
        'l.id as linkId',
      ])
      .where(
        's.id',
        'in',
        some.map(({ id }) => id),
      ) // prettier-ignore
      .execute()
    const known = rows.map(({ name, pinyin, initials, student_no, phone, studentId, linkId }) => ({
      name: name!,
      pinyin: pinyin!,
      initials: initials!,
      studentNo: decryptStudentNo(fields, studentId, student_no),
      phone: decryptGuardianPhone(fields, linkId, phone),
    }))
    const place = await db
      .selectFrom('v_enrolment as p')
      .innerJoin('v_org as o', 'o.id', 'p.org_id')
      .innerJoin('v_grade as g', 'g.id', 'p.grade_id')
      .select(['p.org_id', 'p.grade_id', 'p.class_id'])
      .where('o.name', '=', '云禾区实验学校')
      .where('g.start_year', '<', schoolYear - 1)
      .limit(1)
      .executeTakeFirstOrThrow()
    return { total, people, known, school: place.org_id!, gradeId: place.grade_id!, classId: place.class_id! }
  })
}
