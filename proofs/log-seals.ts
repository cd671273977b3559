/**
 * The seals of the logs in a district with very many rows: how long sealing and checking take (a million rows within 30
 * s), what a round costs in an idle cell, and that a changed, removed or added row or seal is found by the check and by
 * the operators' command, with its message and exit code 1.
 */
import { execFile } from 'node:child_process'
import { createToolClient } from '#packages/db'
import { districtId } from '#packages/core'
import { checkDistrictLogs } from '#kernel/audit/server/api.ts'
import { root } from '../entry/modules.ts'
import { sealCell } from '../kernel/audit/server/seal-logs.ts'
import { createSeededDatabase } from './shared/seeded-database.ts'

export const about = ['kernel/audit/server/**']
export const shortSeconds = 20

const long = process.argv.includes('--long')
const rowCount = long ? 1_000_000 : 20_000
const days = long ? 60 : 2
const idleDistricts = long ? 3_000 : 20
const limitSeconds = 30
const failures: string[] = []

/** What an attacker with write access to the database does to one row, whose copy is `kept`, or to one seal. */
const manipulations = [
  {
    name: 'one row removed',
    sql: 'delete from tenant.operation_log where id = (select id from kept)',
    found: 'row removed',
  },
  {
    name: 'one word changed',
    sql: "update tenant.operation_log set title = '查看组织' where id = (select id from kept)",
    found: 'row changed',
  },
  {
    name: 'one row added',
    sql: `insert into tenant.operation_log select district_id, at, request_id, account_id, person_id, user_id, org_id, route,
      title, object_ids, request_id, home_org_id, logged_at from kept`,
    found: 'row added',
  },
  {
    name: 'one seal removed',
    sql: 'delete from tenant.log_seal s using kept_seal k where s.log = k.log and s.number = k.number',
    found: 'seal removed',
  },
  {
    name: 'a row removed and its seal made to agree',
    sql: `with gone as (delete from tenant.operation_log where id = (select id from kept))
      update tenant.log_seal s set row_count = s.row_count - 1 from kept_seal k where s.log = k.log and s.number = k.number`,
    found: 'seal changed',
  },
]
type Deed = (typeof manipulations)[number]

const seeded = await createSeededDatabase('seals', 'S')
const postgres = createToolClient(seeded.superuserUrl)
await postgres.connect()
try {
  await proof()
} finally {
  await forget()
  await postgres.end()
  await seeded.close()
}
if (failures.length > 0) {
  for (const failure of failures) console.error(`log-seals: FAILED ${failure}`)
  process.exit(1)
}

function show(what: string, isGood = true) {
  console.log(`log-seals: ${isGood ? '' : 'FAILED '}${what}`)
  if (!isGood) failures.push(what)
}

async function proof() {
  await forget()
  await fill()
  const sealing = await timed(async () => {
    let seals = 0
    for (;;) {
      const done = await sealCell(seeded.cells, 1, new Date())
      seals += done.seals
      if (done.behind === 0) return seals
    }
  })
  show(`${number(rowCount)} rows of ${days} days sealed in ${sealing.duration}: ${number(sealing.result)} seals`)
  const checking = await timed(check)
  const rows = checking.result.rows
  show(
    `${number(rows)} rows compared with ${number(checking.result.seals)} seals in ${checking.duration}, ${checking.result.wrong.length} wrong`,
    rows >= rowCount && checking.seconds <= limitSeconds && checking.result.wrong.length === 0,
  )
  for (const deed of manipulations) await isFound(deed)
  await command()
  await idle()
}

/** Adds rows as a busy district writes them, in all partitions that go back so far. */
async function fill() {
  await postgres.query('select tenant.ensure_month_partitions($1, (now() - make_interval(days => $2))::date, 4)', [
    'operation_log',
    days,
  ])
  await postgres.query(
    `insert into tenant.operation_log (district_id, at, id, account_id, person_id, user_id, org_id, route, title, object_ids, request_id, logged_at)
     select 1, moment, gen_random_uuid(), person, person, person, person, '/api/orgs/edit', '编辑组织', array[person], gen_random_uuid(), moment
     from (select gen_random_uuid() as person, now() - interval '10 minutes' - random() * make_interval(days => $1) as moment
       from generate_series(1, $2) n order by 2) made`,
    [days, rowCount],
  )
  await postgres.query('vacuum analyze tenant.operation_log')
}

/** Removes the rows of this proof, because the databases are reused. */
async function forget() {
  await postgres.query('truncate tenant.operation_log, tenant.log_seal')
  await postgres.query('delete from reference.district where id > 1000')
}

async function check() {
  const district = districtId(1)
  const reports = await checkDistrictLogs({ cells: seeded.cells, district, now: new Date() })
  const sum = (of: 'seals' | 'rows') => reports.reduce((all, report) => all + report[of], 0)
  const findings = reports.flatMap((report) => report.findings)
  return { seals: sum('seals'), rows: sum('rows'), wrong: findings.filter(({ isNote }) => !isNote) }
}

async function isFound({ name, sql, found }: Deed) {
  await doing(sql)
  const { result, duration } = await timed(check)
  await undoing()
  const [first] = result.wrong
  show(`${name}: found in ${duration}: ${first?.kind ?? 'nothing'}, ${first?.detail ?? ''}`, first?.kind === found)
}

async function doing(sql: string) {
  // A random row and its seal.
  await postgres.query(`create temp table kept as select * from tenant.operation_log where district_id = 1 and logged_at >=
    (select min(logged_at) + ${Math.random()} * (max(logged_at) - min(logged_at)) from tenant.operation_log)
    order by logged_at limit 1`)
  await postgres.query(`create temp table kept_seal as select s.* from tenant.log_seal s, kept k where s.district_id = 1
    and s.log = 'operation_log' and s.starts_at <= k.logged_at and s.ends_at > k.logged_at`)
  await postgres.query(sql)
}

async function undoing() {
  await postgres.query(`delete from tenant.operation_log where id in (select unnest(array[id, request_id]) from kept);
    insert into tenant.operation_log select * from kept;
    delete from tenant.log_seal s using kept_seal k where s.district_id = 1 and s.log = k.log and s.number = k.number;
    insert into tenant.log_seal select * from kept_seal;
    drop table kept, kept_seal`)
}

/** Runs the operators' command. */
async function command() {
  const ask = () =>
    new Promise<{ code: number; text: string }>((done) => {
      const env = { ...process.env, ...seeded.env }
      execFile('node', ['entry/admin/main.ts', 'logs', 'check', '--district', '1'], { cwd: root, env }, (error, out) =>
        done({ code: error ? Number(error.code) : 0, text: out }),
      )
    })
  const good = await ask()
  show(`the command ends with ${good.code}: ${good.text.trim().split('\n').at(-1)}`, good.code === 0)
  await doing(manipulations[0]!.sql)
  const bad = await ask()
  await undoing()
  const line = bad.text.split('\n').find((text) => text.includes('WRONG'))
  show(`after a row was removed with ${bad.code}: ${line}`, bad.code === 1 && line !== undefined)
}

/** The cost of the round that runs every five minutes in an idle cell. */
async function idle() {
  await postgres.query(
    `insert into reference.district select 1000 + n, 1, '空闲区' || n, null, gen_random_uuid(), 'active' from generate_series(1, $1) n`,
    [idleDistricts],
  )
  await seeded.cells.refresh()
  const first = await timed(() => sealCell(seeded.cells, 1, new Date()))
  const next = await timed(() => sealCell(seeded.cells, 1, new Date()))
  show(
    `a round over ${number(idleDistricts)} districts in which nothing happens: ${first.duration} and ${number(first.result.seals)} seals the first time, ${next.duration} and ${next.result.seals} seals from then on`,
    next.result.seals <= 10,
  )
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  return { result, seconds, duration: `${seconds.toFixed(1)} s` }
}

function number(count: number) {
  return count.toLocaleString('en')
}
