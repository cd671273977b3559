/** Runs a statement without row-level security. */
type RunSql = (text: string, values?: unknown[]) => Promise<unknown>

/** The classes of one grade in every school of a district. */
interface ClassesOfSchools {
  startYear: number
  classes: number
  /** Before the number in the names: 请假1班. */
  prefix?: string
}

/** Adds a primary grade with its classes to every school, without the services, for tests of scopes. Repeatable. */
export async function insertClassesOfSchools(
  sql: RunSql,
  district: number,
  { startYear, classes, prefix = '' }: ClassesOfSchools,
) {
  await sql(
    `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
     select district_id, gen_random_uuid(), id, 2, $2::int, 6, now(), now() from tenant.organisation
     where district_id = $1 and type = 'school' and deleted_at is null on conflict on constraint grade_once do nothing`,
    [district, startYear],
  )
  await sql(
    `insert into tenant.school_class (district_id, id, org_id, grade_id, name, opened_on, sort, created_at, updated_at)
     select g.district_id, gen_random_uuid(), g.org_id, g.id, $4::text || n || '班', make_date($2::int, 9, 1), n, now(), now()
     from tenant.grade g, generate_series(1, $3::int) n where g.district_id = $1 and g.start_year = $2::int and g.stage = 2
     on conflict (district_id, grade_id, name) where closed_on is null do nothing`,
    [district, startYear, classes, prefix],
  )
}

/**
 * Gives every member of a school its classes: 1班 from September on, 2班 until the day, 3班 after it, 4班 as vice class
 * teacher.
 */
export async function insertTeachersOfFourClasses(sql: RunSql, district: number, day: string) {
  await sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.id, m.id, case c.name when '4班' then 'vice' else 'life' end,
       case when c.name in ('1班', '4班') then daterange('2026-09-01', null) when c.name = '2班' then daterange('2026-09-01', $2::date)
         else daterange($2::date + 1, null) end, now(), now()
     from tenant.membership m join tenant.school_class c on c.district_id = m.district_id and c.org_id = m.org_id
     where m.district_id = $1
       and not exists (select from tenant.class_teacher t where t.class_id = c.id and t.user_id = m.id)`,
    [district, day],
  )
}

/** Adds two classes to every school, which its members lead and do not lead, and a teaching group of each class. */
export async function insertLedClasses(
  sql: RunSql,
  district: number,
  { startYear, subject }: { startYear: number; subject: string },
) {
  await insertClassesOfSchools(sql, district, { startYear, classes: 2 })
  await sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.id, m.id, 'vice', daterange(make_date($2::int, 9, 1), null), now(), now()
     from tenant.membership m join tenant.school_class c on c.district_id = m.district_id and c.org_id = m.org_id
     join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id
     where m.district_id = $1 and g.start_year = $2::int and g.stage = 2 and c.name = '1班'
       and not exists (select from tenant.class_teacher t where t.class_id = c.id and t.user_id = m.id)`,
    [district, startYear],
  )
  await sql(
    `insert into tenant.term (district_id, id, school_year, number, starts_on, ends_on, created_at, updated_at)
     select $1, gen_random_uuid(), 2026, 1, '2026-09-01', '2027-01-31', now(), now()
     where not exists (select from tenant.term where district_id = $1 and school_year = 2026 and number = 1)`,
    [district],
  )
  await sql(
    `insert into tenant.subject (district_id, id, name, kind, stages, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'local', '{2}', now(), now()
     where not exists (select from tenant.subject where district_id = $1 and name = $2)`,
    [district, subject],
  )
  await sql(
    `insert into tenant.teaching_group (district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, name, created_at, updated_at)
     select c.district_id, gen_random_uuid(), c.org_id, t.id, c.grade_id, s.id, 'class', c.id, '', now(), now()
     from tenant.school_class c join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id
     join tenant.term t on t.district_id = c.district_id and t.school_year = 2026 and t.number = 1
     join tenant.subject s on s.district_id = c.district_id and s.name = $3
     where c.district_id = $1 and g.start_year = $2::int and g.stage = 2
       and not exists (select from tenant.teaching_group o where o.class_id = c.id and o.subject_id = s.id)`,
    [district, startYear, subject],
  )
}

/** Expressions for who has and who leads a class on the day that is parameter 2, read without the views. */
export const classStaffSql = ({ classId, gradeId }: { classId: string; gradeId: string }) => ({
  staff: `array(
    select t.user_id::text from tenant.class_teacher t where t.class_id = ${classId} and t.valid @> $2::date
    union select h.user_id::text from tenant.grade_head h where h.grade_id = ${gradeId} and h.valid @> $2::date
    union select a.user_id::text from tenant.teaching_assignment a
      join tenant.teaching_group g on g.id = a.group_id where g.class_id = ${classId} and a.valid @> $2::date)`,
  leaders: `array(
    select t.user_id::text from tenant.class_teacher t
    where t.class_id = ${classId} and t.valid @> $2::date and t.role in ('head', 'vice')
    union select h.user_id::text from tenant.grade_head h where h.grade_id = ${gradeId} and h.valid @> $2::date)`,
})
