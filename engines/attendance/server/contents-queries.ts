import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countOfOrgs(db: Db, orgIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from attendance_session where org_id = any(${orgIds}::uuid[]))
      + (select count(*) from pupil_leave where org_id = any(${orgIds}::uuid[])) as count
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

const ownTables = ['attendance_session', 'attendance_mark', 'attendance_pass', 'pupil_leave', 'absence_case'] as const

export async function moveToOrg(db: Db, from: string, to: string) {
  for (const table of ownTables)
    await sql`update ${sql.table(table)} set org_id = ${to} where org_id = ${from}`.execute(db)
}

/** The columns with a member of staff or a person, and the key of a row within the district. */
const columns = [
  { table: 'attendance_session', column: 'teacher_id', keys: ['id'], isMember: true },
  { table: 'attendance_session', column: 'teacher_person_id', keys: ['id'], isMember: false },
  { table: 'attendance_session', column: 'submitted_by', keys: ['id'], isMember: false },
  { table: 'attendance_mark', column: 'marked_by', keys: ['session_id', 'student_id'], isMember: false },
  { table: 'attendance_amendment', column: 'person_id', keys: ['id'], isMember: false },
  { table: 'pupil_leave', column: 'asked_by', keys: ['id'], isMember: false },
  { table: 'pupil_leave', column: 'decided_by', keys: ['id'], isMember: false },
  { table: 'absence_case', column: 'contacted_by', keys: ['id'], isMember: false },
  { table: 'absence_case', column: 'settled_by', keys: ['id'], isMember: false },
] as const

/** The rows of each column that were moved, with whom they named before. */
export type MovedRows = { column: number; rows: { keys: string[]; before: string }[] }[]

/** Everything of one person becomes the other's; rows of memberships that ended become those of their successors. */
export async function moveToPerson(
  db: Db,
  { from, to }: { from: string; to: string },
  successors: ReadonlyMap<string, string>,
): Promise<MovedRows> {
  const moved: MovedRows = []
  for (const [index, { table, column, keys, isMember }] of columns.entries()) {
    const pairs = isMember ? [...successors] : [[from, to] as const]
    const { rows } = await sql<{ keys: string[]; before: string }>`
      update ${sql.table(table)} t set ${sql.ref(column)} = s.kept
      from unnest(${pairs.map(([ended]) => ended)}::uuid[], ${pairs.map(([, kept]) => kept)}::uuid[]) as s (ended, kept)
      where ${sql.ref(`t.${column}`)} = s.ended
      returning array[${sql.join(keys.map((key) => sql`${sql.ref(`t.${key}`)}::text`))}] as keys, s.ended as before
    `.execute(db)
    if (rows.length > 0) moved.push({ column: index, rows })
  }
  return moved
}

export async function moveBack(db: Db, moved: MovedRows) {
  for (const { column: index, rows } of moved) {
    const place = columns[index]
    if (!place) continue
    const { table, column, keys } = place
    const isSame = keys.map((key, at) => sql`${sql.ref(`t.${key}`)} = (b.keys ->> ${sql.lit(at)})::uuid`)
    await sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = b.before
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (keys jsonb, before uuid)
      where ${sql.join(isSame, sql` and `)}
    `.execute(db)
  }
}
