import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Cells, openToolCells } from '#packages/db'
import { stopSenders } from '#packages/jobs'
import { useDatabase } from '#packages/testing'
import { loadModules } from '../../modules.ts'
import { beginDistrict, listDemoPlans, seedDistrictSteps, seedDemoActivity } from '../seed-district.ts'
import { pickBoundCount } from './families.ts'
import { createRandom } from '../random.ts'
import { seedDemoTerm } from './index.ts'
import { expectWholeTimetables } from './whole-timetables.fixture.ts'

const database = useDatabase({ withoutDistricts: true })
const { app } = await loadModules({
  ...process.env,
  QIMING_S3_ENDPOINT: '',
  QIMING_OBJECTS_DIR: mkdtempSync(join(tmpdir(), 'demo-')),
})
const password = 'Qinghe-Luye-2026'

/**
 * A district of two small schools with demo data. `name` keeps the people of two districts apart; `onStep` may
 * interrupt the seed.
 */
async function seed(name: string, { cells = database.cells, onStep }: { cells?: Cells; onStep?: () => void } = {}) {
  const [large] = listDemoPlans('S', [1])
  const plan = {
    ...large!,
    schools: 2,
    colleagues: 12,
    pupils: [90, 30],
    schoolPrefixes: [`${name}a`, `${name}b`],
    prefix: name,
  }
  const run = await beginDistrict({ app, cells, ...(onStep ? { onStep } : {}) }, plan)
  const seeded = await seedDistrictSteps(run, plan, password)
  const { area, series, schoolPrefixes } = plan
  const more = await seedDemoTerm(run, {
    ...seeded,
    area,
    series,
    schoolPrefixes,
    password,
    newSchoolPrefix: `${name}n`,
    hasStore: true,
    faces: { first: 16, others: 4 },
  })
  await seedDemoActivity(run, plan, { ...seeded, logins: [...seeded.logins, ...more] })
  await run.finish()
  return { district: seeded.district, logins: [...seeded.logins, ...more] }
}

/** What the pages show, without ids and timestamps. */
const countedTables = [
  `select o.name as school, s.name as subject, count(*)::int, sum(a.week_hours)::int as hours, min(p.name) as first
   from tenant.teaching_assignment a join tenant.teaching_group g on (g.district_id, g.id) = (a.district_id, a.group_id)
   join tenant.subject s on (s.district_id, s.id) = (g.district_id, g.subject_id)
   join tenant.organisation o on (o.district_id, o.id) = (g.district_id, g.org_id)
   join tenant.membership m on (m.district_id, m.id) = (a.district_id, a.user_id)
   join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
   where a.district_id = $1 group by 1, 2 order by 1, 2`,
  `select c.type, c.happens_on::text as "on", p.name from tenant.student_change c
   join tenant.student s on (s.district_id, s.id) = (c.district_id, c.student_id)
   join tenant.person p on (p.district_id, p.id) = (s.district_id, s.person_id)
   where c.district_id = $1 order by 2, 1, 3`,
  `select purpose, state, count(*)::int from tenant.consent where district_id = $1 group by 1, 2 order by 1, 2`,
  `select status, count(*)::int from tenant.guardian_link where district_id = $1 group by 1 order by 1`,
  `select status, count(*)::int from tenant.student_face where district_id = $1 group by 1 order by 1`,
  `select quality ->> 'sum' as sum from tenant.student_face where district_id = $1 order by 1`,
  `select source, state, count from tenant.data_export where district_id = $1 order by requested_at`,
  `select file_name, status from tenant.import_batch where district_id = $1 order by created_at`,
  `select kind, name, day_on::text from tenant.calendar_day where district_id = $1 order by 3, 2`,
  `select status, remark, day_on::text, count(*)::int from tenant.lesson where district_id = $1 group by 1, 2, 3
   order by 3, 1, 2`,
  `select count(*)::int from tenant.login_log where district_id = $1 group by outcome order by 1`,
]
const countRows = async (district: number) => {
  await database.sql('analyze') // Without statistics the joins take a minute.
  const rows = []
  for (const query of countedTables) rows.push(await database.sql(query, [district]))
  return rows
}

/** The rows of a seed that nothing interrupted. */
let uninterrupted: unknown

it('gives schools realistic data, the same each time', async () => {
  const { district, logins } = await seed('qing')
  const one = <T extends object>(query: string) => database.sql<T>(query, [district])

  // Every class of the open schools has a class teacher and a teacher for each of its subjects, and nobody has more
  // than 18 lessons.
  const classes = await one<{ id: string; headed: boolean; taught: number; wanted: number }>(`
    select c.id, exists (select from tenant.class_teacher t where t.class_id = c.id and t.role = 'head'
        and t.valid @> current_date) as headed,
      (select count(distinct g.subject_id)::int from tenant.teaching_group g join tenant.teaching_assignment a
        on a.group_id = g.id where g.class_id = c.id) as taught,
      (select count(*)::int from tenant.subject s where s.district_id = c.district_id and s.org_id is null
        and g.stage = any(s.stages)) as wanted
    from tenant.school_class c join tenant.grade g on (g.district_id, g.id) = (c.district_id, c.grade_id)
    join tenant.school_set_up u on (u.district_id, u.org_id) = (c.district_id, c.org_id)
    where c.district_id = $1`)
  expect(classes.length).toBeGreaterThan(10)
  expect(classes.filter(({ headed, taught, wanted }) => !headed || taught < wanted)).toEqual([])
  const [load] = await one<{ most: number }>(`
    select max(hours)::int as most from (select sum(a.week_hours) as hours from tenant.teaching_assignment a
      join tenant.teaching_group g on (g.district_id, g.id) = (a.district_id, a.group_id)
      where a.district_id = $1 group by a.user_id, g.term_id) as loads`)
  expect(load!.most).toBeLessThanOrEqual(18)

  // Each grade has a head, and each school somebody in 德育处.
  expect(
    await one(`select from tenant.grade g join tenant.school_class c on c.grade_id = g.id
      where g.district_id = $1 and exists (select from tenant.class_teacher t where t.class_id = c.id)
        and not exists (select from tenant.grade_head h where h.grade_id = g.id and h.valid @> current_date)`),
  ).toEqual([])
  const moral = await one<{ name: string }>(`select distinct o.name from tenant.membership_role r
    join tenant.membership m on m.id = r.membership_id join tenant.organisation o on o.id = m.org_id
    where r.district_id = $1 and r.role_id in (select id from tenant.role where template = 'moral')`)
  expect(moral).toHaveLength(2)

  // In each class 60 to 98 per cent of the pupils have a bound guardian, with different shares.
  const bound = await one<{ pupils: number; bound: number }>(`
    select count(*)::int as pupils, count(*) filter (where exists (select from tenant.guardian_link l
      where l.student_id = p.student_id and l.status = 'active'))::int as bound
    from tenant.enrolment p where p.district_id = $1 and p.over_on is null and p.class_id is not null
    group by p.class_id`)
  for (const row of bound) {
    expect(row.bound / row.pupils).toBeGreaterThanOrEqual(0.6)
    expect(row.bound / row.pupils).toBeLessThanOrEqual(0.98)
  }
  expect(new Set(bound.map((row) => Math.round((row.bound / row.pupils) * 100))).size).toBeGreaterThan(3)

  const kinds = await one<{ type: string; count: number }>(`
    select type, count(*)::int from tenant.student_change where district_id = $1 and type <> 'enrol' group by 1`)
  expect(kinds.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['transfer-in', 'transfer-out', 'suspend', 'resume']),
  )
  // Requests of each kind, open and decided.
  const flows = await one<{ kind: string }>(
    `select distinct subject || ' ' || status as kind from tenant.flow_instance where district_id = $1`,
  )
  expect(flows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(
      ['data-export running', 'data-export approved', 'data-export rejected'].concat(
        ['guardian-binding running', 'guardian-binding approved'],
        ['student-transfer running', 'student-transfer rejected'],
      ),
    ),
  )
  const accounts = await one<{ opened: number; invited: number; staff: number }>(`
    select count(*) filter (where p.account_id is not null)::int as opened, count(*)::int as staff,
      count(*) filter (where p.account_id is null and exists (select from tenant.invitation i
        where i.person_id = p.id and i.expires_at > now()))::int as invited
    from tenant.membership m join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
    where m.district_id = $1 and m.user_type = 'teacher'`)
  const { opened, invited, staff } = accounts[0]!
  expect(opened / staff).toBeGreaterThan(0.6)
  expect(invited).toBeGreaterThan(0)
  const states = await one<{ state: string }>(`select distinct state from tenant.consent where district_id = $1`)
  expect(states.map(({ state }) => state).toSorted()).toEqual(['agreed', 'withdrawn'])
  const faces = await one<{ status: string }>(`select distinct status from tenant.student_face where district_id = $1`)
  expect(faces.map(({ status }) => status)).toContain('passed')
  const pictures = await one(`select from tenant.person where district_id = $1 and avatar_key is not null`)
  expect(pictures.length).toBeGreaterThan(20)
  const read = await one<{ read: boolean }>(`
    select distinct read_at is not null as read from tenant.message where district_id = $1`)
  expect(read).toHaveLength(2)
  expect(await one(`select from tenant.import_batch where district_id = $1 and status = 'failed'`)).toHaveLength(1)
  expect(logins.at(-1)).toMatchObject({ userName: 'qingn.admin', organisation: '云禾区未来小学' })
  await expectWholeTimetables(database, app, district)
  uninterrupted = await countRows(district)
})

/** Work in the same database, until `stop` is called. */
function startBusyNeighbour() {
  let isOver = false
  const work = async () => {
    while (!isOver)
      await database.sql(`select count(*) from generate_series(1, 300000) a, (select random()) b where a % 7 = 0`)
  }
  const ended = work()
  return async () => {
    isOver = true
    await ended
  }
}

class Interruption extends Error {}

it('is the same when it ends after every step and is run again, beside a busy neighbour', async () => {
  // Limits that no seed could meet: what a tool does must not depend on those of requests.
  const [{ name }] = (await database.sql<{ name: string }>('select current_database() as name')) as [{ name: string }]
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await database.sql(`alter role portal_app in database ${name} set ${limit} = '4ms'`)
  const settings = {
    directoryUrl: database.cells.directory.options.connectionString!,
    cells: new Map([[1, database.url('portal_app')]]),
    poolSize: 3,
  }
  const requests = new Cells(settings)
  const tool = openToolCells(settings)
  const stopNeighbour = startBusyNeighbour()
  try {
    await expect(seed('ning', { cells: requests })).rejects.toThrow()

    let interruptions = 0
    let refusal: unknown
    const seedOrGoOn = async (): ReturnType<typeof seed> => {
      try {
        return await seed('ning', {
          cells: tool,
          onStep: () => {
            throw new Interruption()
          },
        })
      } catch (failure) {
        if (!(failure instanceof Interruption)) throw failure
        if (++interruptions === 1) refusal = await seed('other', { cells: tool }).catch(String)
        return seedOrGoOn()
      }
    }
    const { district } = await seedOrGoOn()
    expect(interruptions).toBeGreaterThan(40)
    expect(refusal).toContain('has another size')
    expect(await countRows(district)).toEqual(uninterrupted)
    expect(await database.sql('select from tenant.seed_step')).toEqual([])
  } finally {
    await stopNeighbour()
    await stopSenders(requests)
    await requests.end()
    await stopSenders(tool)
    await tool.end()
  }
})

it('binds between 60 and 98 per cent, whatever the size of a class', () => {
  const random = createRandom(5)
  for (let pupils = 5; pupils < 60; pupils++)
    for (let times = 0; times < 20; times++) {
      const share = pickBoundCount(pupils, random) / pupils
      expect(share).toBeGreaterThanOrEqual(0.6)
      expect(share).toBeLessThanOrEqual(0.98)
    }
})
