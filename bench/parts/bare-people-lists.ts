/** Lists of people as somebody without our rules would write them: one statement for the page, one for the count. */

interface Statement {
  sql: string
  parameters: unknown[]
}

/** In the order of our list: a school by the position of its classes, a district by the ids of an index. */
export function bareStudentList(orgId: string | null, day: string): Statement[] {
  const parameters = orgId === null ? [day] : [day, orgId]
  const enrolled = `p.district_id = 1 and p.begins_on <= $1::date and (p.over_on is null or p.over_on > $1::date)
    ${orgId === null ? '' : 'and p.org_id = $2::uuid'}`
  const order =
    orgId === null
      ? 'p.org_id, p.grade_id, p.class_id, p.seat_no, p.id'
      : 'p.org_id, c.stage, -c.start_year, c.sort, p.class_id, p.seat_no, p.id'
  return [
    {
      sql: `
        with page as (
          select p.*, row_number() over () as place from (
            select p.id, p.student_id, p.org_id, p.grade_id, p.class_id, p.seat_no, p.status
            from enrolment p ${orgId === null ? '' : 'left join v_class c on c.id = p.class_id'}
            where ${enrolled} order by ${order} limit 20) as p)
        select s.id, n.name, n.sex, s.school_no, '330199************' as id_card, 'G330199************' as student_no,
          p.org_id, o.name as org_name, p.grade_id, g.start_year, g.stage, p.class_id, c.name as class_name, p.seat_no,
          p.status, s.is_boarding, s.is_special, l.id as guardian_id, l.name as guardian_name, l.relation,
          '138****5678' as guardian_phone, f.status as face, s.version
        from page p
        join student s on s.district_id = 1 and s.id = p.student_id
        join person n on n.district_id = 1 and n.id = s.person_id
        join organisation o on o.district_id = 1 and o.id = p.org_id
        join grade g on g.district_id = 1 and g.id = p.grade_id
        left join school_class c on c.district_id = 1 and c.id = p.class_id
        left join lateral (
          select * from guardian_link where district_id = 1 and student_id = s.id and status <> 'ended'
          order by status = 'pending', is_primary desc, sort, id limit 1) l on true
        left join student_face f on f.district_id = 1 and f.student_id = s.id
        order by p.place`,
      parameters,
    },
    { sql: `select count(*) from (select from enrolment p where ${enrolled} limit 10001) as counted`, parameters },
  ]
}

export function bareStaffList(day: string): Statement[] {
  const current = 'm.district_id = 1 and (m.over_on is null or m.over_on > $1::date)'
  return [
    {
      sql: `
        with page as (select m.* from membership m where ${current} order by m.sort, m.id limit 20)
        select m.id, p.name, p.sex, p.login_name, m.org_id, o.name as org_name, m.department_id, d.name as department_name,
          '330199************' as id_card, '138****5678' as phone, m.user_type, m.post, m.is_main, m.is_suspended, m.begins_on,
          m.over_on, m.sort, m.flag, m.version, m.number, m.subject, m.worker_type, m.office_phone, m.remark,
          f.nation, f.teacher_level, f.diploma, f.graduate_school, f.specialty, f.working_since_on,
          greatest(m.changed_at, p.changed_at) as changed_at, p.account_id, p.is_bound
        from page m
        join person p on p.district_id = 1 and p.id = m.person_id
        join organisation o on o.district_id = 1 and o.id = m.org_id
        left join organisation d on d.district_id = 1 and d.id = m.department_id
        left join staff_file f on f.district_id = 1 and f.person_id = m.person_id
        order by m.sort, m.id`,
      parameters: [day],
    },
    {
      sql: `select count(*) from (select from membership m where ${current} limit 10001) as counted`,
      parameters: [day],
    },
  ]
}
