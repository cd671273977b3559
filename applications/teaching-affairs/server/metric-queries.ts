import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { bigClass, hugeClass } from '../contract.ts'

export interface ClassFigures {
  headless: number
  big: number
  huge: number
}

/** The classes of one organisation on a day. */
export async function countClassFigures(db: Db, orgId: string, day: string): Promise<ClassFigures> {
  const live = (alias: string) => sql`${sql.ref(`${alias}.begins_on`)} <= ${day}::date
    and (${sql.ref(`${alias}.over_on`)} is null or ${sql.ref(`${alias}.over_on`)} > ${day}::date)`
  const { rows } = await sql<ClassFigures>`
    select count(*) filter (where class.headless) as headless,
      count(*) filter (where class.size >= ${bigClass}) as big,
      count(*) filter (where class.size >= ${hugeClass}) as huge
    from (
      select
        not exists (
          select from v_class_staff as s where s.class_id = c.id and s.role = 'head' and ${live('s')}) as headless,
        (select count(*) from v_enrolment as e
          where e.class_id = c.id and e.status = 'studying' and ${live('e')}) as size
      from v_class as c
      where c.org_id = ${orgId} and c.opened_on <= ${day}::date and (c.closed_on is null or c.closed_on > ${day}::date)
        and make_date(c.start_year + c.years, 9, 1) > ${day}::date
    ) as class
  `.execute(db)
  return rows[0]!
}
