import { sql } from 'kysely'
import type { Ctx } from '#packages/core'

/** The schools whose classes, class teachers or assignments were written since a moment. */
export async function listChangedSchools({ db }: Ctx, since: Date): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from school_class where updated_at >= ${since}
    union
    select c.org_id from class_teacher t join school_class c on c.id = t.class_id where t.updated_at >= ${since}
    union
    select g.org_id from teaching_assignment a join teaching_group g on g.id = a.group_id where a.updated_at >= ${since}
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}

/** A deleted row leaves no trace but this one. */
export const touchClasses = ({ db, now }: Ctx, ids: readonly string[]) =>
  sql`update school_class set updated_at = ${now} where id = any(${ids}::uuid[])`.execute(db)
