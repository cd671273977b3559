/**
 * The list of an entity, relative to a bare handler with the same statements: twenty of a school's 2,000 rooms, in a
 * table with the rooms of a whole district.
 */
import { createToolClient } from '#packages/db'
import { emptyScope } from '#packages/core'
import { freePort, signIn, startProcess } from '../proofs/shared/process.ts'
import { password, createSeededDatabase } from '../proofs/shared/seeded-database.ts'
import { captureStatements } from '../proofs/shared/statements.ts'
import { rooms } from '../kernel/schooling/server/rooms.ts'
import { compareWithBare } from './parts/compare-with-bare.ts'

const roomCount = 2_000
const database = await createSeededDatabase('entity', 'S', { pupils: [] })
const api = await startProcess('entry/api/main.ts', database.env, await freePort(), await freePort())
const admin = await signIn(api.url, 'shiyan.admin', password)
const path = await createRooms(admin.orgId)

const query = { pageNumber: 1, pageSize: 20, keyword: '', orgId: admin.orgId }
const statements = await captureStatements(
  (db) => rooms.rows.listPage(db, { ...emptyScope, orgIds: [admin.orgId], orgPaths: [path] }, query).catch(() => {}),
  Array.from({ length: 20 }, () => ({ count: 1 })),
)
await compareWithBare({
  name: 'entity-list',
  about: `20 of a school's ${roomCount} rooms, in a table with the rooms of 70 organisations`,
  api,
  superuserUrl: database.superuserUrl,
  statements: statements
    .slice(0, 2)
    .map(({ sql, parameters }) => ({ sql: sql.replace(/\bwhere\b/, 'where "t"."district_id" = 1 and'), parameters })),
  ours: {
    url: `${api.url}/api/jiaowu/room/list?orgId=${admin.orgId}&pageNumber=1&pageSize=20`,
    headers: admin.headers,
  },
  columns: { id: 'id' },
  goal: 0.6,
})
await api.kill('SIGTERM')
await database.close()

/** Once: the database is kept. Returns the path of the school, which the administrator's scope contains. */
async function createRooms(orgId: string) {
  const client = createToolClient(database.superuserUrl)
  await client.connect()
  await client.query(
    `insert into tenant.room (district_id, id, org_id, name, building, kind, capacity, is_disabled, sort, version, created_at, updated_at)
     select 1, gen_random_uuid(), o.id, '房间' || n, '楼' || n % 20, 'classroom', 48, false, n, 1, now(), now()
     from tenant.organisation o, generate_series(1, $1::int) n where o.district_id = 1 on conflict do nothing`,
    [roomCount],
  )
  await client.query('vacuum analyze tenant.room')
  const { rows } = await client.query<{ path: string }>('select path::text from tenant.organisation where id = $1', [
    orgId,
  ])
  await client.end()
  return rows[0]!.path
}
