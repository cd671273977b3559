import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import { isOn } from './place-queries.ts'

/** Of these classes those that this reach has on a day. */
export async function classesWithin(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from v_class c
    where c.id = any(${ids}::uuid[]) and ${inScope(scope, { org: 'c.org_id', class: 'c.id', day })}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface ClassFigures {
  classId: string
  bound: number
  requests: number
  consentsOpen: number
}

/** How far the families of these classes are. `purposes`: what is asked for now, and in which version. */
export async function figuresOfClasses(
  db: Db,
  classIds: readonly string[],
  purposes: readonly { purpose: string; version: number }[],
  day: string,
): Promise<ClassFigures[]> {
  if (classIds.length === 0) return []
  const { rows } = await sql<ClassFigures>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(purposes)}::jsonb) as w (purpose text, version int)
    )
    select p.class_id as "classId", count(*) filter (where l.bound > 0) as bound,
      coalesce(sum(l.pending), 0)::int as requests, count(*) filter (where c.said < ${purposes.length}) as "consentsOpen"
    from student_place p
    cross join lateral (
      select count(*) filter (where status = 'active') as bound, count(*) filter (where status = 'pending') as pending
      from guardian_link where student_id = p.student_id
    ) l
    cross join lateral (
      select count(*) as said from (
        select distinct on (purpose) purpose, state, version from consent where student_id = p.student_id
        order by purpose, created_at desc, id desc
      ) last join wanted using (purpose)
      where last.state = 'withdrawn' or last.version >= wanted.version
    ) c
    where p.class_id = any(${classIds}::uuid[]) and p.status = 'studying' and ${isOn(day)}
    group by p.class_id
  `.execute(db)
  return rows
}

/** The pupils of these classes with what is private about them. */
export async function privateOfClasses(db: Db, classIds: readonly string[], day: string) {
  if (classIds.length === 0) return []
  const { rows } = await sql<{ id: string; name: string; classId: string; private: Buffer | null }>`
    select s.id, n.name, p.class_id as "classId", s.private
    from student_place p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    where p.class_id = any(${classIds}::uuid[]) and p.status = 'studying' and ${isOn(day)}
    order by p.seat_no nulls last, s.id
  `.execute(db)
  return rows
}
