import { queryCell } from '#entry/e2e/databases.ts'
import { coverPeople, coverSchool } from '#entry/e2e/test-schools.ts'

interface LessonRow {
  id: string
  day: string
  classId: string
  /** Whether it is in the class of the pupil. */
  isOfPupil: boolean
}

/** Each journey has its own days: who is away on one must not be wanted on it by another. */
interface Turn {
  /** 0 or 1. */
  journey: number
  /** A second try takes another day. */
  retry: number
}

/** The lessons of a teacher on a coming day on which she has several, one of them in the class of the pupil. */
export async function findDayOfLessons(teacher: string, { journey, retry }: Turn): Promise<LessonRow[]> {
  const rows = await queryCell<LessonRow & { number: number }>(
    `select l.id, to_char(l.day_on, 'YYYY-MM-DD') as day, g.class_id as "classId",
       exists (select from tenant.enrolment e
         join tenant.student t on (t.district_id, t.id) = (e.district_id, e.student_id)
         join tenant.person c on (c.district_id, c.id) = (t.district_id, t.person_id)
         where e.class_id = g.class_id and c.name = $3) as "isOfPupil",
       d.number::int as number
     from (select s.org_id, s.day_on, row_number() over (order by s.day_on) as number from (
         select distinct l.org_id, l.day_on from tenant.lesson l
         join tenant.organisation o on (o.district_id, o.id) = (l.district_id, l.org_id)
         where o.name = $1 and l.day_on > (now() at time zone 'Asia/Shanghai')::date) s) d
     join tenant.lesson l on (l.org_id, l.day_on) = (d.org_id, d.day_on)
     join tenant.teaching_group g on (g.district_id, g.id) = (l.district_id, l.group_id)
     join tenant.membership m on m.district_id = l.district_id and m.id = any(l.teacher_ids)
     join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
     where p.name = $2 order by l.day_on, l.begins`,
    [coverSchool, teacher, coverPeople.pupil],
  )
  const own = rows.filter(({ number }) => number % 2 === journey)
  const days = [...Map.groupBy(own, ({ day }) => day).values()].filter(
    (lessons) => lessons.length >= 2 && lessons.some(({ isOfPupil }) => isOfPupil),
  )
  return days[retry]!
}

/** Who gives these lessons now. */
export const listTeachersNow = (lessons: readonly Pick<LessonRow, 'id'>[]) =>
  queryCell<{ id: string; status: string; names: string[] }>(
    `select l.id, l.status, array(select p.name from tenant.membership m
         join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
         where m.district_id = l.district_id and m.id = any(l.teacher_ids)) as names
     from tenant.lesson l where l.id = any($1::uuid[]) order by l.begins`,
    [lessons.map(({ id }) => id)],
  )
