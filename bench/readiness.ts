/**
 * 各校设置进度 of a district with 500 schools, 15,000 classes, 30,000 staff and 400,000 pupils, relative to the bare counts
 * that it needs (pupils, staff with accounts and classes by school), A,B,A,B in one run.
 */
import { dayOf, districtId, wholeDistrict } from '#packages/core'
import { createToolClient, inDistrict, openToolCells } from '#packages/db'
import { migrateDatabases } from '../entry/migrate.ts'
import { loadModules } from '../entry/modules.ts'
import { countUntaughtClasses, listReadinessRows } from '../kernel/schooling/server/readiness-queries.ts'
import { createDatabase, postgres } from '../tools/stack/postgres.ts'

const rounds = process.argv.includes('--long') ? 41 : 11
const { cluster } = postgres()
const [cell, directory] = ['bench_readiness_cell', 'bench_readiness_directory']
for (const name of [cell, directory]) {
  await cluster.psql('postgres', `drop database if exists ${name} with (force)`)
  await createDatabase(cluster, name)
}
const owners = {
  directory: cluster.url('portal_owner', directory),
  cells: new Map([[1, cluster.url('portal_owner', cell)]]),
}
await migrateDatabases(owners, await loadModules(), () => {})
const superuser = createToolClient(cluster.url('postgres', cell))
await superuser.connect()
await fill()

const cells = openToolCells({
  directoryUrl: cluster.url('portal_directory', directory),
  cells: new Map([[1, cluster.url('portal_app', cell)]]),
})
const home = districtId(1)
const day = dayOf(new Date())
/** The first page, with the figures that are only counted for the shown schools. */
const ours = () =>
  inDistrict(cells, home, async (db) => {
    const schools = await listReadinessRows(db, wholeDistrict, { orgIds: null, day })
    const shown = schools.slice(0, 20).map(({ id }) => id)
    await countUntaughtClasses(db, shown, day)
    return schools
  })
const live = `begins_on <= '${day}' and (over_on is null or over_on > '${day}')`
const bare = () =>
  superuser.query(`
    select o.id, p.pupils, m.staff, m.accounts, c.classes from tenant.organisation o
    left join (select org_id, count(*) as pupils from tenant.enrolment where district_id = 1 and ${live}
      group by org_id) p on p.org_id = o.id
    left join (select org_id, count(distinct person_id) as staff,
        count(distinct person_id) filter (where account_id is not null) as accounts
      from tenant.membership m join tenant.person n on n.district_id = m.district_id and n.id = m.person_id
      where m.district_id = 1 and m.valid @> '${day}'::date group by org_id) m on m.org_id = o.id
    left join (select org_id, count(*) as classes from tenant.school_class where district_id = 1 group by org_id) c
      on c.org_id = o.id
    where o.district_id = 1 and o.type = 'school'`)

const timeOf = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
const times = { ours: [] as number[], bare: [] as number[] }
const rows = (await ours()).length
await bare()
for (let round = 0; round < rounds; round++) {
  times.ours.push(await timeOf(ours))
  times.bare.push(await timeOf(bare))
}
const [mine, least] = [median(times.ours), median(times.bare)]
console.log(
  `readiness: ${rows} schools in ${mine.toFixed(0)} ms, the bare counts in ${least.toFixed(0)} ms: ${(mine / least).toFixed(2)} ×`,
)
await cells.end()
await superuser.end()
for (const name of [cell, directory]) await cluster.psql('postgres', `drop database ${name} with (force)`)

/** Inserts rows without row-level security and without foreign key checks. */
async function fill() {
  const began = performance.now()
  const id = (kind: number, number: string) =>
    `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${number}), 12, '0'))::uuid`
  const school = (number: string) => id(1, `(${number}) % 500 + 1`)
  const statements = [
    'set session_replication_role = replica',
    `insert into reference.district (id, cell, name, org_id, status)
     values (1, 1, '测试区教育局', ${id(0, '0')}, 'active')`,
    `insert into tenant.organisation (district_id, id, parent_id, path, name, type, created_at, updated_at)
     select 1, ${id(0, '0')}, null, replace(${id(0, '0')}::text, '-', '')::ltree, '教育局', 'bureau', now(), now()`,
    `insert into tenant.organisation (district_id, id, parent_id, path, name, type, stages, phone, address, created_at, updated_at)
     select 1, ${id(1, 'n')}, ${id(0, '0')},
       (replace(${id(0, '0')}::text, '-', '') || '.' || replace(${id(1, 'n')}::text, '-', ''))::ltree,
       '第' || n || '学校', 'school', '{2}', '1', '1', now(), now() from generate_series(1, 500) n`,
    `insert into tenant.person (district_id, id, account_id, name, created_at, updated_at)
     select 1, ${id(2, 'n')}, case when n % 3 > 0 then ${id(3, 'n')} end, '教师' || n, now(), now()
     from generate_series(1, 30000) n`,
    `insert into tenant.membership (district_id, id, person_id, org_id, user_type, valid, created_at, updated_at)
     select 1, ${id(4, 'n')}, ${id(2, 'n')}, ${school('n')}, 'teacher', daterange('2020-01-01', null), now(), now()
     from generate_series(1, 30000) n`,
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     values (1, ${id(5, '1')}, 2026, 1, current_date - 60, current_date + 60, now(), now())`,
    `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
     select 1, ${id(6, 'n')}, ${school('n')}, 2, extract(year from now())::int - n / 500, 6, now(), now()
     from generate_series(1, 2999) n`,
    `insert into tenant.school_class (district_id, id, org_id, grade_id, name, opened_on, created_at, updated_at)
     select 1, ${id(7, 'n')}, ${school('n')}, ${id(6, 'n % 2999 + 1')}, n || '班', '2020-09-01', now(), now()
     from generate_series(1, 15000) n`,
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     select 1, ${id(8, 'n')}, ${id(7, 'n')}, ${id(4, 'n')}, 'head', daterange('2020-09-01', null), now(), now()
     from generate_series(1, 14000) n`,
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, created_at, updated_at)
     select 1, ${id(9, 'n')}, ${school('n')}, ${id(5, '1')}, ${id(6, 'n % 2999 + 1')}, ${id(5, 'n / 15000 + 2')}, 'class',
       ${id(7, 'n % 15000 + 1')}, now(), now() from generate_series(0, 149999) n`,
    `insert into tenant.teaching_assignment (district_id, id, group_id, user_id, role, valid, created_at, updated_at)
     select 1, ${id(9, 'n')}, ${id(9, 'n')}, ${id(4, 'n % 30000 + 1')}, 'lead', daterange('2020-09-01', null), now(), now()
     from generate_series(0, 149999) n`,
    `insert into tenant.enrolment (district_id, id, student_id, org_id, grade_id, class_id, valid, created_at, updated_at)
     select 1, gen_random_uuid(), gen_random_uuid(), ${school('n')}, ${id(6, 'n % 2999 + 1')}, ${id(7, 'n % 15000 + 1')},
       daterange('2020-09-01', null), now(), now() from generate_series(1, 400000) n`,
    'vacuum analyze',
  ]
  for (const statement of statements) await superuser.query(statement)
  console.log(`readiness: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
