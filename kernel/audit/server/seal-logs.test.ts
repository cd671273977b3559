import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DistrictId } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { checkDistrictLogs } from './check-log-seals.ts'
import { checkLogs } from './jobs.ts'
import { getSealedColumns, getNewestSealVersion, sealedLogs } from './seal-queries.ts'
import { sealCell } from './seal-logs.ts'
import { recordIdentityChange, recordLogin, recordOperation, recordReveal } from './audit-log.ts'

const database = useDatabase()
const { home, away, as, sql } = database
const li = createActor({ districtId: home })
const stranger = createActor({ districtId: away })
const minutes = (count: number) => count * 60_000
const inMinutes = (count: number) => new Date(Date.now() + minutes(count))

/** Seals as if it were this many minutes from now. */
const seal = (later = 0) => sealCell(database.cells, 1, inMinutes(later), 60 - later * 60)
const check = async (district: DistrictId = home, { now = new Date(), since }: { now?: Date; since?: Date } = {}) =>
  checkDistrictLogs({ cells: database.cells, district, now, ...(since ? { since } : {}) })
const findings = async (district?: DistrictId, options?: { now?: Date; since?: Date }) =>
  (await check(district, options)).flatMap((report) => report.findings.filter(({ isNote }) => !isNote))
const kinds = async (district?: DistrictId, options?: { now?: Date; since?: Date }) =>
  (await findings(district, options)).map(({ kind, log }) => `${log}: ${kind}`)

const operate = (who = li, title = '改名') => as(who, (ctx) => recordOperation(ctx, { route: '/api/orgs/edit', title }))
/** Ages the existing rows by this many minutes; the latest ones fall into one window. */
async function age(byMinutes: number) {
  const window = "date_bin('5 minutes', now() - interval '2 minutes', to_timestamp(0))"
  for (const log of sealedLogs)
    await sql(`update tenant.${log} set logged_at = least(logged_at, ${window}) - make_interval(mins => ${byMinutes})`)
}
/** Three windows with operations, one of them with other rows too, all sealed. */
async function createSealedDistrict() {
  await operate()
  await operate()
  await age(20)
  await operate()
  await as(li, async (ctx) => {
    const facts = {
      account_id: li.accountId,
      sign_in_method: 'password',
      outcome: 'entered',
      address: '10.0.0.1',
      agent: 'x',
    }
    await recordLogin(ctx, facts)
    await recordIdentityChange(ctx, 'phone-changed')
    const subject = { subjectKind: 'staff', subjectId: li.personId, field: 'mobile' }
    await recordReveal(ctx, { ...subject, reason: '家访前联系' })
  })
  await age(20)
  await operate()
  await operate(stranger)
  await age(20)
  await seal()
}
const seals = (log = 'operation_log', district = home) =>
  sql<{ number: number; row_count: number; starts_at: Date; ends_at: Date }>(
    'select number, row_count, starts_at, ends_at from tenant.log_seal where log = $1 and district_id = $2 order by number',
    [log, district],
  )
const first = (table: string) =>
  `(select id from tenant.${table} where district_id = ${home} order by logged_at limit 1)`

beforeEach(async () => {
  for (const table of [...sealedLogs, 'log_seal']) await sql(`truncate tenant.${table}`)
})

describe('sealing the logs', () => {
  it('makes one seal per window with rows, including the silence before it, and none for the rest', async () => {
    await createSealedDistrict()
    const chain = await seals()
    expect(chain.map(({ row_count }) => row_count)).toEqual([2, 1, 1])
    const ends = chain.map(({ ends_at }) => ends_at)
    expect(chain.map(({ starts_at }) => starts_at)).toEqual([new Date(0), ...ends.slice(0, -1)])
    for (const end of ends) expect(end.getTime() % minutes(5)).toBe(0)
    expect((await seals('download_log')).map(({ row_count }) => row_count)).toEqual([0]) // one over all of the past
    expect((await seals('operation_log', away)).map(({ row_count }) => row_count)).toEqual([1])
    expect(await findings()).toEqual([])
    expect(await findings(away)).toEqual([])
  })

  it('can run again and concurrently', async () => {
    await operate()
    await age(20)
    await Promise.all([seal(), seal(), seal()])
    await seal()
    expect(await seals()).toHaveLength(1)
    expect(await findings()).toEqual([])
  })

  it('leaves out the newest rows and seals them when they are complete', async () => {
    await operate()
    await seal()
    expect((await seals()).map(({ row_count }) => row_count)).toEqual([0])
    await seal(12)
    expect((await seals()).map(({ row_count }) => row_count)).toEqual([0, 1])
    expect(await findings(home, { now: inMinutes(12) })).toEqual([])
  })

  it('seals a silence once a day', async () => {
    await seal()
    await seal(23 * 60)
    expect(await seals()).toHaveLength(1)
    await seal(25 * 60)
    expect((await seals()).map(({ row_count }) => row_count)).toEqual([0, 0])
  })

  it('catches up after a standstill in pieces and never divides a window', async () => {
    await sql(
      `insert into tenant.download_log (district_id, at, id, person_id, org_id, file_id, kind, address, request_id, logged_at)
       select 1, now(), gen_random_uuid(), $1, $1, $1, 'view', '', $1,
         date_bin('5 minutes', now(), to_timestamp(0)) - make_interval(mins => 5 * (case when n <= 25000 then 40 else 2 + n % 30 end))
       from generate_series(1, 45000) n`,
      [li.personId],
    )
    expect((await seal()).behind).toBe(0)
    const chain = await seals('download_log')
    expect(chain).toHaveLength(31)
    expect(chain[0]!.row_count).toBe(25_000)
    expect(chain.reduce((sum, { row_count }) => sum + row_count, 0)).toBe(45_000)
    expect(await findings()).toEqual([])
  })

  it('waits for a transaction that began in the window and ends long after it', async () => {
    const slow = new pg.Client({ connectionString: database.url('portal_app') })
    await slow.connect()
    await slow.query(`begin; set local app.district_id = '${home}'`)
    await operate()
    await seal(15) // a quarter of an hour later it is still running
    expect((await seals()).reduce((sum, { row_count }) => sum + row_count, 0)).toBe(0)
    await slow.query(
      `insert into operation_log (at, id, account_id, person_id, user_id, org_id, route, title, request_id)
       values (now(), $1, $1, $1, $1, $1, '/api/orgs/edit', '很慢的改名', $1)`,
      [li.personId],
    )
    await slow.query('commit')
    await slow.end()
    await seal(15)
    expect((await seals()).reduce((sum, { row_count }) => sum + row_count, 0)).toBe(2)
    expect(await findings(home, { now: inMinutes(15) })).toEqual([])
  })

  it('seals late entries by the time they were written', async () => {
    await operate()
    await age(20)
    await seal()
    await as(li, (ctx) =>
      recordOperation({ ...ctx, now: inMinutes(-60) }, { route: '/api/orgs/edit', title: '断网时的操作' }),
    )
    expect(await findings()).toEqual([])
    await seal(12)
    expect((await seals()).at(-1)!.row_count).toBe(1)
    expect(await findings(home, { now: inMinutes(12) })).toEqual([])
  })

  it('covers every column of every log', async () => {
    for (const log of sealedLogs) {
      const columns = await sql<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'tenant.${log}'::regclass and attnum > 0 and not attisdropped`,
      )
      const sealed = ['district_id', ...getSealedColumns(log, getNewestSealVersion(log))!]
      expect({ [log]: columns.map(({ name }) => name).toSorted() }).toEqual({ [log]: sealed.toSorted() })
    }
  })

  it('cannot be changed or deleted by the application role', async () => {
    const app = new pg.Client({ connectionString: database.url('portal_app') })
    await app.connect()
    await expect(app.query('update log_seal set row_count = 0')).rejects.toThrow('permission denied')
    await expect(app.query('delete from log_seal')).rejects.toThrow('permission denied')
    await app.end()
  })
})

/** Actions of an attacker who can write to the database, but does not have the master key. */
const attacks: [deed: string, sql: string, found: string[]][] = [
  [
    'removes a row',
    `delete from tenant.operation_log where id = ${first('operation_log')}`,
    ['operation_log: row removed'],
  ],
  [
    'changes the words of a row',
    `update tenant.operation_log set title = '查看' where id = ${first('operation_log')}`,
    ['operation_log: row changed'],
  ],
  [
    'says that somebody else did it',
    `update tenant.operation_log set person_id = user_id where id = ${first('operation_log')}`,
    ['operation_log: row changed'],
  ],
  [
    'changes the reason of a look',
    `update tenant.reveal_log set reason = reason || '\\x00' where id = ${first('reveal_log')}`,
    ['reveal_log: row changed'],
  ],
  [
    'adds a row to what was sealed',
    `insert into tenant.operation_log select district_id, at, request_id, account_id, person_id, user_id, org_id, route, title, object_ids, request_id, home_org_id, logged_at
     from tenant.operation_log where id = ${first('operation_log')}`,
    ['operation_log: row added'],
  ],
  [
    'adds a row in the silence between two windows',
    `insert into tenant.login_log select district_id, at, request_id, account_id, person_id, user_id, org_id, session_id, sign_in_method, outcome, address, agent, request_id, logged_at - interval '10 days'
     from tenant.login_log where id = ${first('login_log')}`,
    ['login_log: row added'],
  ],
  [
    'moves a row to another time',
    `update tenant.operation_log set logged_at = logged_at + interval '20 minutes' where id = ${first('operation_log')}`,
    ['operation_log: row removed', 'operation_log: row added'],
  ],
  [
    'hands a row to another district',
    `update tenant.login_log set district_id = ${away} where id = ${first('login_log')}`,
    ['login_log: row removed'],
  ],
  [
    'removes a seal',
    `delete from tenant.log_seal where district_id = ${home} and log = 'operation_log' and number = 2`,
    ['operation_log: seal removed'],
  ],
  [
    'removes the first seal',
    `delete from tenant.log_seal where district_id = ${home} and log = 'operation_log' and number = 1`,
    ['operation_log: seal removed'],
  ],
  [
    'removes a row and makes the seal agree',
    `with gone as (delete from tenant.identity_log where district_id = ${home})
     update tenant.log_seal set row_count = 0, digest = sha256('') where district_id = ${home} and log = 'identity_log' and row_count = 1`,
    ['identity_log: seal changed'],
  ],
  [
    'removes a seal and closes the gap',
    `with gone as (delete from tenant.log_seal where district_id = ${home} and log = 'operation_log' and number = 2 returning starts_at, previous)
     update tenant.log_seal s set number = 2, starts_at = gone.starts_at, previous = gone.previous from gone
     where district_id = ${home} and log = 'operation_log' and number = 3`,
    ['operation_log: seal changed', 'operation_log: row added'],
  ],
  [
    'shortens the time of a seal',
    `update tenant.log_seal set ends_at = ends_at - interval '5 minutes' where district_id = ${home} and log = 'operation_log' and number = 1`,
    ['operation_log: seal changed', 'operation_log: gap', 'operation_log: row removed'],
  ],
  [
    'puts the seals of another district there',
    `with gone as (delete from tenant.log_seal where district_id = ${home} and log = 'download_log')
     update tenant.log_seal set district_id = ${home}, number = 7 where district_id = ${away} and log = 'download_log'`,
    ['download_log: seal removed', 'download_log: seal changed'],
  ],
]

describe('tampering is detected when somebody', () => {
  it.each(attacks)('%s', async (_, statement, expectedFindings) => {
    await createSealedDistrict()
    expect(await kinds()).toEqual([])
    await sql(statement)
    expect(await kinds()).toEqual(expectedFindings)
  })

  it('makes new seals and then puts the later ones back', async () => {
    await createSealedDistrict()
    const own = `district_id = ${home} and log = 'operation_log'`
    await sql(`create table public.kept as select * from tenant.log_seal where ${own} and number = 3`)
    await sql(`delete from tenant.log_seal where ${own} and number > 1`)
    await sql(`update tenant.operation_log set title = '查看' where district_id = ${home}
      and logged_at >= (select ends_at from tenant.log_seal where ${own})`)
    await seal()
    await sql(`delete from tenant.log_seal where ${own} and number = 3`)
    await sql('insert into tenant.log_seal select * from public.kept')
    expect(await kinds()).toEqual(['operation_log: seal changed', 'operation_log: row changed'])
  })

  it('removes the newest seals: the rows are unsealed or were sealed late', async () => {
    await createSealedDistrict()
    await age(180)
    await sql(`delete from tenant.log_seal where district_id = ${home} and log = 'operation_log'`)
    expect(await kinds()).toContain('operation_log: not sealed')
    await seal()
    const notes = (await check()).flatMap((report) => report.findings.filter(({ isNote }) => isNote))
    expect(notes.map(({ log }) => log)).toContain('operation_log')
  })
})

describe('a check of the seals', () => {
  it('reports when nothing was sealed for too long', async () => {
    await createSealedDistrict()
    expect(await kinds(home, { now: inMinutes(60 * 24) })).toEqual([])
    expect(await kinds(home, { now: inMinutes(60 * 27) })).toEqual(sealedLogs.map((log) => `${log}: not sealed`))
    await sql('truncate tenant.log_seal')
    expect(await kinds()).toEqual(sealedLogs.map((log) => `${log}: not sealed`))
  })

  it('of the last days covers only these and the seal before them', async () => {
    await createSealedDistrict()
    const [, second, third] = await seals()
    const since = third!.starts_at
    await sql(attacks[0]![1])
    expect(await kinds(home, { since })).toEqual([])
    await sql(
      `update tenant.log_seal set starts_at = starts_at - interval '5 minutes' where district_id = ${home} and log = 'operation_log' and number = ${second!.number}`,
    )
    expect(await kinds(home, { since })).toEqual(['operation_log: seal changed'])
  })

  it('reports to the operators at night', async () => {
    await createSealedDistrict()
    const lines: string[] = []
    const write = (level: string) => (facts: object, text: string) =>
      void lines.push(`${level} ${text} ${JSON.stringify(facts)}`)
    const log = { info: write('info'), warn: write('warn'), error: write('error') }
    const run = () => checkLogs.handleCell!({ app: database.app, cells: database.cells, cell: 1, now: new Date(), log })
    await run()
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([])
    await sql(attacks[0]![1])
    await run()
    const [error, ...others] = lines.filter((line) => line.startsWith('error'))
    expect(error).toContain('A LOG IS NOT WHAT WAS SEALED {"cell":1,"district":1,"kind":"row removed"')
    expect(others).toEqual([])
    expect(lines.at(-1)).toMatch(/^info checked the seals of the logs .*"findings":1/)
    const [event] = await sql<{ ids: { date: string; count: number } }>(
      "select ids from tenant.event where name = 'log.check-failed'",
    )
    expect(event!.ids).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), count: 1 })
  })
})
