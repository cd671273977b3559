import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface TermDays {
  id: string
  startsOn: string
  endsOn: string
}

/** Conditions of the list of records, whose rows have the alias t. */
export const isOfTerm = (term: TermDays | undefined): RawBuilder<SqlBool> => sql`t.term_id = ${term?.id ?? null}`

/** The same week of each term. */
export function isOfWeek(weeks: readonly { termId: string; from: string; to: string }[]): RawBuilder<SqlBool> {
  if (weeks.length === 0) return sql`false`
  const parts = weeks.map(
    ({ termId, from, to }) => sql`(t.term_id = ${termId} and t.day_on between ${from}::date and ${to}::date)`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

/** `year` counts from the last of the grade: 0 is that one. */
export const isOfGrade = ({ stage, toEnd }: { stage: number; toEnd: number }): RawBuilder<SqlBool> => sql`
  exists (select from v_grade as g where g.id = t.grade_id and g.stage = ${stage}
    and g.start_year + g.years - 1 - ${toEnd}::int
      = extract(year from t.day_on) - case when extract(month from t.day_on) < 9 then 1 else 0 end)`

/** Why is found only in the rows whose reason the caller reads. */
export const isOfSource = (source: string, scope: Scope): RawBuilder<SqlBool> =>
  sql`t.source = ${source} and ${inScope(scope, { org: 't.org_id' })}`

/** The teachers of each chain, the earliest first: who had the lesson, and everybody who covered it. */
export async function listChains(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    with recursive chain as (
      select t.id as of_id, t.id, t.previous_id, t.from_id, t.to_id, t.chain_no
      from v_cover_record as t where t.id = any(${ids}::uuid[]) and t.chain_no > 1
      union all
      select c.of_id, p.id, p.previous_id, p.from_id, p.to_id, p.chain_no
      from chain as c join v_cover_record as p on p.id = c.previous_id
    ), people as (
      select of_id, 0 as place, from_id as member_id from chain where previous_id is null
      union all
      select of_id, chain_no, to_id from chain
    )
    select e.of_id as id, array_agg(n.name order by e.place) as names
    from people as e join v_membership as m on m.id = e.member_id join v_person as n on n.id = m.person_id
    group by e.of_id
  `.execute(db)
  return new Map(rows.map(({ id, names }) => [id, names]))
}
