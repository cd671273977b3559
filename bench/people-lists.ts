/**
 * The lists of pupils (a school, the district) and of staff at 4,000 and at 60,000 pupils, relative to a bare handler
 * that shows the same twenty rows: processor time a request, p50 and p95 with 8 callers, and the pages of 8 kB that the
 * statements of one request read. `--only=S` or `--only=M` for one size.
 */
import type pg from 'pg'
import { dayOf, districtId, wholeDistrict, type Ctx } from '#packages/core'
import { createToolClient } from '#packages/db'
import { createPlatformCtx } from '#kernel/access/server/api.ts'
import { searchStaffInDistrict } from '../kernel/staff/server/service/search-staff.ts'
import { staffApi } from '../kernel/staff/contract.ts'
import { searchStudentsInDistrict } from '../kernel/student/server/service/students/search-students.ts'
import { studentApi } from '../kernel/student/contract.ts'
import { app } from '../proofs/shared/app.ts'
import { createAdministrators } from '../proofs/shared/list-load.ts'
import { freePort, signIn, startProcess } from '../proofs/shared/process.ts'
import { password, createSeededDatabase, type SeededDatabase } from '../proofs/shared/seeded-database.ts'
import { explainStatement, recordStatements } from '../proofs/shared/statements.ts'
import { bareStaffList, bareStudentList } from './parts/bare-people-lists.ts'
import { compareWithBare } from './parts/compare-with-bare.ts'

const goal = 0.5
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const home = districtId(1)

const sizes = [
  { size: 'S', open: () => createSeededDatabase('pupils_s', 'S', { pupils: [2_430, 1_350, 270] }) },
  { size: 'M', open: () => createSeededDatabase('people_m', 'M') },
]
for (const { open } of sizes.filter((one) => !only || one.size === only)) {
  const database = await open()
  await measure(database)
  await database.close()
}

async function measure(database: SeededDatabase) {
  const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
  const [name] = await createAdministrators(database.cells, 1, ['district-admin', 'school-admin'])
  const bureau = await signIn(api.url, name!, password)
  const school = await signIn(api.url, 'shiyan.admin', password)
  const reader = createToolClient(database.env['QIMING_CELL_1_URL']!)
  await reader.connect()
  const pupils = `${(await countPupils(reader)).toLocaleString('en')} pupils`
  const day = dayOf(new Date())
  const lists = [
    {
      name: 'pupils of a school',
      path: studentApi.search.path,
      body: { orgId: school.orgId },
      caller: school,
      read: (ctx: Ctx) => searchStudentsInDistrict(ctx, studentApi.search.body!.parse({ orgId: school.orgId })),
      statements: bareStudentList(school.orgId, day),
      columns: { id: 'id' },
    },
    {
      name: 'pupils of the district',
      path: studentApi.search.path,
      body: {},
      caller: bureau,
      read: (ctx: Ctx) => searchStudentsInDistrict(ctx, studentApi.search.body!.parse({})),
      statements: bareStudentList(null, day),
      columns: { id: 'id' },
    },
    {
      name: 'staff of the district',
      path: staffApi.search.path,
      body: {},
      caller: bureau,
      read: (ctx: Ctx) => searchStaffInDistrict(ctx, staffApi.search.body!.parse({})),
      statements: bareStaffList(day),
      columns: { fUserID: 'id' },
    },
  ]
  for (const { name, path, body, caller, read, statements, columns } of lists) {
    const { count, buffers } = await countBuffers(reader, read)
    console.log(`people-lists: ${pupils}, ${name}: ${count} statements read ${buffers} buffers`)
    await compareWithBare({
      name: 'people-lists',
      about: `${pupils}, ${name}`,
      api,
      superuserUrl: database.superuserUrl,
      statements,
      ours: {
        url: api.url + path,
        headers: { ...caller.headers, 'content-type': 'application/json' },
        method: 'POST',
        body: JSON.stringify(body),
      },
      columns,
      goal,
      connections: [8],
    })
  }
  await reader.end()
  await api.kill('SIGTERM')
}

async function countPupils(reader: pg.Client): Promise<number> {
  await reader.query(`begin; set local app.district_id = '${home}'`)
  const { rows } = await reader.query<{ count: number }>('select count(*) from v_student')
  await reader.query('commit')
  return rows[0]!.count
}

/** What one request of somebody with the whole district reads, after the session check. */
async function countBuffers(reader: pg.Client, read: (ctx: Ctx) => Promise<unknown>) {
  const statements = await recordStatements(reader, home, (db) => {
    const ctx = createPlatformCtx(app, home, db, new Date())
    const permissions = new Map(['student.read', 'user.read'].map((code) => [code, wholeDistrict]))
    return read({ ...ctx, actor: { ...ctx.actor, kind: 'staff', permissions } })
  })
  let buffers = 0
  for (const statement of statements) buffers += (await explainStatement(reader, home, statement)).buffers
  return { count: statements.length, buffers }
}
