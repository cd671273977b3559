import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from cover_request where org_id = any(${orgIds}::uuid[])
  `.execute(db)
  return rows[0]!.count
}

/**
 * Settled months stay with the school that paid them. A credit that is not paid yet is paid by the other school, in the
 * first month that is open there.
 */
export async function moveToOrg(db: Db, from: string, to: string) {
  for (const table of ['cover_request', 'cover_leg'] as const)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
  await sql`
    update duty_credit c set org_id = ${to}, month_on = (
      select min(m)::date from generate_series(c.month_on, c.month_on + interval '5 years', interval '1 month') as m
      where not exists (select from cover_month k where k.org_id = ${to} and k.month_on = m::date))
    where c.org_id = ${from} and not exists (
      select from cover_month k where k.org_id = ${from} and k.month_on = c.month_on)
  `.execute(db)
}

interface Move {
  from: string
  to: string
}

/** What a merge of people moved to other memberships: the rows with the memberships that they had. */
export interface MovedRows {
  request: { id: string; memberId: string }[]
  ask: { id: string; memberId: string }[]
  credit: { id: string; memberId: string }[]
  from: { id: string; memberId: string }[]
  to: { id: string; memberId: string }[]
}

/** The columns with a member, each with the one of the row's id. */
const memberColumns = {
  request: { table: 'cover_request', column: 'member_id', key: 'id' },
  ask: { table: 'cover_ask', column: 'member_id', key: 'request_id' },
  credit: { table: 'duty_credit', column: 'member_id', key: 'id' },
  from: { table: 'cover_leg', column: 'from_id', key: 'id' },
  to: { table: 'cover_leg', column: 'to_id', key: 'id' },
} as const
const parts = Object.keys(memberColumns) as (keyof MovedRows)[]
const ownPeople = ['cover_request', 'cover_ask', 'duty_credit'] as const

/** Everything of one person becomes the other's; rows of memberships that ended become those of their successors. */
export async function moveToPerson(
  db: Db,
  { from, to }: Move,
  successors: ReadonlyMap<string, string>,
): Promise<MovedRows> {
  const [ended, kept] = [[...successors.keys()], [...successors.values()]]
  const moved: MovedRows = { request: [], ask: [], credit: [], from: [], to: [] }
  for (const part of parts) {
    const { table, column, key } = memberColumns[part]
    // Somebody who was asked through both memberships keeps the question of the one that stays.
    const isFree =
      part === 'ask'
        ? sql`not exists (select from cover_ask k where k.request_id = t.request_id and k.member_id = s.kept)`
        : sql`true`
    const { rows } = await sql<{ id: string; memberId: string }>`
      update ${sql.table(table)} t set ${sql.ref(column)} = s.kept
      from unnest(${ended}::uuid[], ${kept}::uuid[]) as s (ended, kept)
      where ${sql.ref(`t.${column}`)} = s.ended and ${isFree}
      returning ${sql.ref(`t.${key}`)} as id, s.ended as "memberId"
    `.execute(db)
    moved[part] = rows
  }
  for (const table of ownPeople)
    await sql`update ${sql.table(table)} set person_id = ${to} where person_id = ${from}`.execute(db)
  return moved
}

/** What was moved goes back to the memberships that it had, and with memberships that went back to their person. */
export async function moveBack(db: Db, { from, to }: Move, moved: MovedRows) {
  for (const part of parts) {
    const { table, column, key } = memberColumns[part]
    await sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = b."memberId"
      from jsonb_to_recordset(${JSON.stringify(moved[part])}::jsonb) as b (id uuid, "memberId" uuid)
      where ${sql.ref(`t.${key}`)} = b.id and ${part === 'ask' ? sql`t.person_id = ${from}` : sql`true`}
    `.execute(db)
  }
  for (const table of ownPeople)
    await sql`
      update ${sql.table(table)} t set person_id = ${to} from v_membership m
      where m.id = t.member_id and m.person_id = ${to} and t.person_id = ${from}
    `.execute(db)
}
